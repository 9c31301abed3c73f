/**
 * Prints a data folder's key from the system's key ring, 32 bytes as base64, creating it if there is none. Exits with
 * an error if that fails.
 *
 * This is a separate program because the library blocks its thread while D-Bus hangs or the ring asks to be unlocked.
 * The caller kills it if it takes too long.
 */
import { randomBytes } from 'node:crypto'
import { Entry } from '@napi-rs/keyring'

// By default the library falls back to the kernel's key ring, which is lost when the computer restarts.
const entry = new Entry('Stallhand', process.argv[2] ?? '', { linux: { store: 'secret-service' } })
if (entry.getPassword() === null) entry.setPassword(randomBytes(32).toString('base64'))
// Reads the key again, because a ring that doesn't store it can't be used.
process.stdout.write(entry.getPassword() ?? '')
