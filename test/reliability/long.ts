/** Whether the reliability suite runs in its long form (`npm run test:reliability`), which takes hours instead of seconds. */
export const isLong = process.env.STALLHAND_LONG === '1'
