import { InspectorError } from '../inspector-error.ts';
import type { PostgresAddress } from './postgres-address.ts';

/** Codes of Node and OpenSSL for a certificate that does not convince. */
const certificateCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|CERT_UNTRUSTED|CERT_REJECTED|HOSTNAME_MISMATCH)$/;

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : '';
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Whether the server said that it does not speak TLS. */
export const isTlsRefused = (error: unknown): boolean =>
  /server does not support SSL/i.test(messageOf(error));

/** Whether the connection itself is gone, so that another one may still do. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(57P0[123]|08\d\d\d|ECONNRESET|EPIPE|ETIMEDOUT|ECONNABORTED)$/.test(codeOf(error)) ||
  /Connection terminated|Client has encountered a connection error/.test(messageOf(error));

/**
 * An error of a connection or a query as sentences. The server's own text may hold values and is left out; the codes
 * are those of postgresql.org/docs/current/errcodes-appendix.html.
 */
export const postgresFailure = (error: unknown, address: PostgresAddress): InspectorError => {
  if (error instanceof InspectorError) return error;
  const code = codeOf(error);
  const message = messageOf(error);
  const server = `${address.host}:${address.port}`;
  const fail = (name: string, what: string, why: string, action: string): InspectorError =>
    new InspectorError(name, what, why, action, error);

  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return fail(
      'refused',
      `The PostgreSQL server at ${server} refuses the connection.`,
      'Nothing listens there, or a firewall turns it away.',
      'Start the server, or check the host and the port.',
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA')
    return fail(
      'unknown-host',
      `There is no host called ${address.host}.`,
      'Its name could not be looked up.',
      'Check its spelling and the network.',
    );
  if (/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/.test(code))
    return fail(
      'unreachable',
      `The host ${address.host} cannot be reached.`,
      'There is no way to it over this network.',
      'Check the network, the VPN or the tunnel.',
    );
  if (code === 'ETIMEDOUT' || message === 'timeout expired')
    return fail(
      'connect-timeout',
      `The PostgreSQL server at ${server} does not answer.`,
      `It accepted no conversation within ${address.connectSeconds} seconds; a firewall may swallow it, or another program may listen there.`,
      'Check the host, the port and the network.',
    );
  if (code === '28P01')
    return fail(
      'wrong-password',
      `The PostgreSQL server at ${server} does not accept the user and password.`,
      'The password is wrong, or there is no such user.',
      'Give the right user and password.',
    );
  if (/client password must be/.test(message))
    return fail(
      'password-missing',
      `The PostgreSQL server at ${server} asks for a password, and none was given.`,
      'The address holds none, and none is taken from the environment or from files.',
      'Give the password.',
    );
  if (code === '28000')
    return fail(
      'not-allowed',
      `The PostgreSQL server at ${server} does not let this user in.`,
      'There is no such user, or its pg_hba.conf has no line for this user, database and kind of connection.',
      'Check the user and the database; where the server wants TLS, add sslmode=require.',
    );
  if (code === '3D000')
    return fail(
      'no-database',
      `There is no database ${address.database} at ${server}.`,
      'The server is there, but it has no database of this name.',
      'Check the name at the end of the address.',
    );
  if (code === '53300')
    return fail(
      'server-full',
      `The PostgreSQL server at ${server} has no connection left.`,
      'All of its connections are in use.',
      'Try again later, or close other programs.',
    );
  if (isTlsRefused(error))
    return fail(
      'no-tls',
      `The PostgreSQL server at ${server} does not offer TLS.`,
      'The address asks for an encrypted connection with its sslmode.',
      'Switch TLS on at the server; sslmode=disable gives up encryption.',
    );
  if (certificateCodes.test(code) || /Hostname\/IP does not match/.test(message))
    return fail(
      'bad-certificate',
      `The certificate of the PostgreSQL server at ${server} is not trusted.`,
      'It is self-signed, expired, for another host, or of an authority this machine does not know.',
      'Trust its authority through NODE_EXTRA_CA_CERTS; sslmode=require encrypts without checking whom it talks to.',
    );
  if (code === '57014' || /Query read timeout/.test(message))
    return fail(
      'timed-out',
      'The database did not answer in time.',
      'The table is very large, or the server is busy.',
      'Try again, with a narrower search.',
    );
  if (code === '55P03')
    return fail(
      'locked',
      'The table is locked.',
      'Another session holds it exclusively, as ALTER TABLE and VACUUM FULL do.',
      'Wait until that session has finished, and try again.',
    );
  if (code === '42501')
    return fail(
      'no-permission',
      'This user may not read the table.',
      'It has no SELECT right on it or on its schema.',
      'Ask for the right with GRANT SELECT.',
    );
  if (code === '42P01' || code === '42703')
    return fail(
      'no-such-table',
      'The table is not as it was.',
      'It was dropped or changed after it was listed.',
      'List the tables again.',
    );
  if (isConnectionLost(error))
    return fail(
      'lost',
      `The connection to the PostgreSQL server at ${server} is lost.`,
      'The server was stopped, or the network was interrupted.',
      'It is connected again as soon as the server answers; try again.',
    );
  if (/SSL connection|wrong version number|EPROTO|unexpected message|Unknown/i.test(`${message} ${code}`))
    return fail(
      'not-postgres',
      `What answers at ${server} is no PostgreSQL server.`,
      'It does not speak PostgreSQL’s language.',
      'Check the port.',
    );
  return fail(
    'postgres-error',
    `The PostgreSQL server at ${server} could not answer.`,
    code === '' ? 'It sent something that was not expected.' : `It answered with the code ${code}.`,
    'Try again; if it happens again, look into the server’s log.',
  );
};
