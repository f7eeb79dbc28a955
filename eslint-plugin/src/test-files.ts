/** Files of tests, by their names: in a test nobody is charged, and fakes are written without care for retries and races. */
export const testFiles =
  /[._-](?:test|spec|e2e)\.[cm]?[jt]sx?$|[\\/](?:__tests__|__mocks__|e2e|cypress)[\\/]/;
