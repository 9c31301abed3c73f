/** Answering the platform's challenge (RCV-02, RCV-03). */
import { createHash } from 'node:crypto'
import { challengeInput } from '../../../shared/notifications/challenge.ts'

/**
 * Hex SHA-256 of challenge_code, verification token and endpoint, in that order, as UTF-8 (document 3, section 6, rule 2).
 *
 * `endpoint` is the registered address from the settings. A request has no say in it: whoever could choose it would have
 * this machine sign for an address that is not its own.
 */
export const challengeResponse = (challengeCode: string, verificationToken: string, endpoint: string): string => {
  const hash = createHash('sha256')
  for (const part of challengeInput(challengeCode, verificationToken, endpoint)) hash.update(part, 'utf8')
  return hash.digest('hex')
}
