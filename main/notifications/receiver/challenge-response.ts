/** Answers the platform's challenge (RCV-02, RCV-03; https://developer.ebay.com/marketplace-account-deletion). */
import { createHash } from 'node:crypto'

/**
 * Returns the hex SHA-256 of challenge code, verification token and endpoint, in that order, as UTF-8.
 *
 * SECURITY: `endpoint` is the registered address from the settings, never one from a request: a sender who could choose
 * it could make this machine sign for another address.
 */
export const challengeResponse = (challengeCode: string, verificationToken: string, endpoint: string): string =>
  createHash('sha256').update(challengeCode).update(verificationToken).update(endpoint).digest('hex')
