/** A length of time as a person says it: "a second", "3 seconds", "20 minutes", "25 hours". */
export const spokenTime = (millis: number): string => {
  if (millis < 1500) return 'a second';
  if (millis < 120_000) return `${Math.round(millis / 1000)} seconds`;
  if (millis < 7_200_000) return `${Math.round(millis / 60_000)} minutes`;
  return millis < 172_800_000
    ? `${Math.round(millis / 3_600_000)} hours`
    : `${Math.round(millis / 86_400_000)} days`;
};

/** " within 3 seconds", ", 2 to 20 seconds apart", ", 20 seconds to 4 minutes apart" */
export const spokenSpan = (shortest: number, longest: number): string => {
  const [from, to] = [spokenTime(shortest), spokenTime(longest)];
  if (from === to) return ` within ${to}`;
  const [number, unit] = from.split(' ');
  return `, ${unit === to.split(' ')[1] ? number : from} to ${to} apart`;
};
