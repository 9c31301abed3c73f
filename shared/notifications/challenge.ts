/**
 * What the answer to a challenge is the SHA-256 of: three texts, in this order, as UTF-8 (document 3, section 6, rule 2).
 *
 * The endpoint is the address exactly as it was registered, never one taken from a request.
 */
export const challengeInput = (
  challengeCode: string,
  verificationToken: string,
  endpoint: string,
): readonly string[] => [challengeCode, verificationToken, endpoint]
