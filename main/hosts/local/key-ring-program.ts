/**
 * Prints the key of a data folder from the system's key ring, and makes it first if there is none.
 *
 * A program of its own: the library blocks its thread while D-Bus hangs or the ring asks to be unlocked, so whoever waits for
 * this one ends it. It prints 32 bytes as base64, or fails.
 */
import { randomBytes } from 'node:crypto'
import { Entry } from '@napi-rs/keyring'

// Without a choice the library falls back to the kernel's ring, which a restart of the computer empties.
const entry = new Entry('Stallhand', process.argv[2] ?? '', { linux: { store: 'secret-service' } })
if (entry.getPassword() === null) entry.setPassword(randomBytes(32).toString('base64'))
// Read again: a ring that does not keep it is none.
process.stdout.write(entry.getPassword() ?? '')
