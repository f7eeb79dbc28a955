import type { HostPort } from './host-channel.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** VS Code hands the object out once; it stays inside this module so that no other script can take it. */
const api = acquireVsCodeApi();

export const vscodePort: HostPort = {
  post: (message) => api.postMessage(message),
  listen: (receive) => {
    const heard = (event: MessageEvent): void => receive(event.data);
    window.addEventListener('message', heard);
    return () => window.removeEventListener('message', heard);
  },
};

export const readKeptState = (): unknown => api.getState();
export const keepState = (state: unknown): void => api.setState(state);
