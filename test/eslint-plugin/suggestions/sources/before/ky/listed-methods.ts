import ky from 'ky';

const api = ky.create({ prefix: 'https://rooms.example', retry: { limit: 2, methods: ['post'] } });

export const reserve = (room: string) => api.post('reservations', { json: { room } }).json<{ id: string }>();

export const release = async (room: string) =>
  ky('https://rooms.example/releases', { method: 'post', retry: { methods: ['post'] }, json: { room } });
