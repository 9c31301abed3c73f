/**
 * Signatures of updates: Ed25519 over an update's version, file name and SHA-512.
 *
 * SECURITY (SEC-03): the list of versions and its digests come from the feed, so whoever controls the feed could list
 * any program. Only the maintainer's key can sign an update. The version is signed too, so an old release can't pass
 * for a new one.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'

type UpdateFile = {
  readonly version: string
  /** The file name in the list of versions. */
  readonly name: string
  /** In base64. */
  readonly sha512: string
}

/** The signed bytes. */
export const formatStatement = ({ version, name, sha512 }: UpdateFile): Buffer =>
  Buffer.from(['stallhand update', version, name, sha512, ''].join('\n'))

/** The SHA-512 of a file in base64, read in chunks. Rejects if it can't be read. */
export const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('base64')
}

/** `publicKey`: SPKI in base64. `signature`: base64. Returns false for anything that isn't a valid signature. */
export const isSigned = (file: UpdateFile, signature: string, publicKey: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, formatStatement(file), key, Buffer.from(signature.trim(), 'base64'))
    )
  } catch {
    return false
  }
}
