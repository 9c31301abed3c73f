/**
 * Headers of deliveries for the window and for exports.
 *
 * SECURITY (AUT-04): a tunnel or proxy may add credentials. They stay on disk as received; their values never leave main.
 */
import * as z from 'zod'
import type { HeaderView } from '../../../shared/notifications/log-contract.ts'

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

export type Header = readonly [string, string]

const secretNames =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|www-authenticate|.*(?:token|secret|passw|credential|session|api-?key|auth-?key|access-?key|jwt|assertion).*)$/i

/** Whether the value of a header may be a secret. */
export const mayHoldSecret = (name: string): boolean => secretNames.test(name)

/** Parses stored headers: JSON pairs of name and value. */
export const parseHeaders = (stored: string): readonly Header[] => headersSchema.parse(JSON.parse(stored))

/** Returns stored headers for the window; a value that may be a secret becomes null. */
export const toHeaderViews = (stored: string): HeaderView[] =>
  parseHeaders(stored).map(([name, value]) => ({ name, value: mayHoldSecret(name) ? null : value }))
