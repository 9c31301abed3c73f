/** True for the long form of the reliability suite (`npm run test:reliability`), which takes an hour or more instead of minutes. */
export const isLong = process.env.STALLHAND_LONG === '1'
