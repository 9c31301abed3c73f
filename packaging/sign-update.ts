/**
 * Signs the installers of a release: `node packaging/sign-update.ts KEY.pem VERSION FILE…` writes `FILE.sig` beside each.
 *
 * The key is the maintainer's Ed25519 private key (`openssl genpkey -algorithm ed25519`), which never enters the repository.
 * Without files the script prints the public key for packaging/updates.json. docs/security.md describes a release.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { formatStatement, hashFile } from '../main/hosts/electron/update-signature.ts'

const [keyFile, version, ...files] = process.argv.slice(2)
if (keyFile === undefined) {
  console.error('Usage: node packaging/sign-update.ts KEY.pem [VERSION FILE…]')
  process.exit(2)
}
const key = createPrivateKey(readFileSync(keyFile))
if (key.asymmetricKeyType !== 'ed25519') {
  console.error(`${keyFile} is not an Ed25519 key.`)
  process.exit(2)
}
if (version === undefined) {
  console.log(createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'))
} else {
  for (const file of files) {
    const statement = formatStatement({ version, name: path.basename(file), sha512: await hashFile(file) })
    writeFileSync(`${file}.sig`, `${sign(null, statement, key).toString('base64')}\n`)
    console.log(`${file}.sig`)
  }
}
