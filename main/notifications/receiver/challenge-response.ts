/** Answers the platform's challenge (RCV-02, RCV-03). */
import { createHash } from 'node:crypto'

/**
 * Returns the hex SHA-256 of challenge code, verification token and endpoint, in that order, as UTF-8.
 *
 * SECURITY: `endpoint` is the registered address from the settings, never one from a request: a sender who could choose it would
 * have this machine sign for a foreign address.
 */
export const challengeResponse = (challengeCode: string, verificationToken: string, endpoint: string): string =>
  createHash('sha256').update(challengeCode).update(verificationToken).update(endpoint).digest('hex')
