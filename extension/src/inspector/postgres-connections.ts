import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PostgresAddress } from 'idempotency-inspector';

/** What stands behind a text that is an address, or why it is none, in one sentence or two. */
type ReadAddress = (url: string) => { address: PostgresAddress } | { fault: string };

/** `host:port/database`, without user and password. */
const labelOf = ({ host, port, database }: PostgresAddress): string => `${host}:${port}/${database}`;

/** A connection the user has added. `label` holds neither user nor password. */
export interface PostgresConnection {
  id: string;
  label: string;
  url: string;
}

const secretName = 'idempotency.postgresConnections';

/** The connections the user has added. They stand in VS Code's secret storage and nowhere else. */
export class PostgresConnections {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  /** All connections, in the order they were added. */
  async all(): Promise<PostgresConnection[]> {
    const stored = parse(await this.#secrets.get(secretName));
    if (stored.length === 0) return [];
    const read = await addressReader();
    return stored.flatMap(({ id, url }) => {
      const found = read(url);
      return 'address' in found ? [{ id, url, label: labelOf(found.address) }] : [];
    });
  }

  /**
   * Asks for a connection string and, with its host in sight, whether to connect; keeps it when the answer is yes.
   * @returns undefined when the user goes back
   */
  async ask(): Promise<PostgresConnection | undefined> {
    const read = await addressReader();
    const url = (
      await vscode.window.showInputBox({
        title: 'PostgreSQL connection',
        prompt: 'Kept in the secret storage of VS Code only. Nothing is read from the environment.',
        placeHolder: 'postgres://user:password@host:5432/database',
        password: true,
        ignoreFocusOut: true,
        validateInput: (value) => {
          const found = read(value.trim());
          return value.trim() === '' || 'address' in found ? undefined : found.fault;
        },
      })
    )?.trim();
    if (!url) return undefined;
    const found = read(url);
    if (!('address' in found)) return undefined;
    const { address } = found;

    const connect = 'Connect';
    const answer = await vscode.window.showInformationMessage(
      `Connect to ${address.host}?`,
      {
        modal: true,
        detail:
          `Port ${address.port}, database ${address.database}. ` +
          'The connection is read-only, and is kept in the secret storage of VS Code.',
      },
      connect,
    );
    if (answer !== connect) return undefined;

    const stored = parse(await this.#secrets.get(secretName));
    const known = stored.find((connection) => connection.url === url);
    if (known) return { ...known, label: labelOf(address) };
    const added = { id: randomUUID(), url };
    await this.#secrets.store(secretName, JSON.stringify([...stored, added]));
    return { ...added, label: labelOf(address) };
  }

  async remove(id: string): Promise<void> {
    const stored = parse(await this.#secrets.get(secretName));
    const kept = stored.filter((connection) => connection.id !== id);
    if (kept.length === 0) await this.#secrets.delete(secretName);
    else await this.#secrets.store(secretName, JSON.stringify(kept));
  }
}

/**
 * The inspector's own reading of an address, so that the host that is shown is the host that is connected to: an
 * address can name another host in its parameters.
 */
async function addressReader(): Promise<ReadAddress> {
  const { isPostgresUrl, readAddress, toUserError } = await import('idempotency-inspector');
  return (url) => {
    if (!isPostgresUrl(url)) {
      return { fault: 'An address of PostgreSQL has the form postgres://user:password@host:5432/database.' };
    }
    try {
      return { address: readAddress(url) };
    } catch (error) {
      const { why, action } = toUserError(error);
      return { fault: `${why} ${action}` };
    }
  };
}

function parse(text: string | undefined): { id: string; url: string }[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value)
      ? value.filter((entry) => typeof entry?.id === 'string' && typeof entry?.url === 'string')
      : [];
  } catch {
    return [];
  }
}
