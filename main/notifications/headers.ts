/**
 * Headers of deliveries, outside of main.
 *
 * SECURITY (AUT-04): a tunnel or a proxy between platform and receiver may add credentials of its own. They stay on disk as
 * they came, and neither the window nor an export gets their values. What the platform signs with is no secret.
 */
import * as z from 'zod'
import type { HeaderView } from '../../shared/notifications/log-contract.ts'

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

export type Header = readonly [string, string]

const secretNames =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|www-authenticate|.*(?:token|secret|passw|credential|session|api-?key|auth-?key|access-?key|jwt|assertion).*)$/i

/** Whether the value of a header may be a secret. */
export const mayHoldSecret = (name: string): boolean => secretNames.test(name)

/** Headers as they are kept: pairs of name and value, as JSON. */
export const headersOf = (kept: string): readonly Header[] => headersSchema.parse(JSON.parse(kept))

/** Headers as the window shows them. */
export const headerViews = (kept: string): HeaderView[] =>
  headersOf(kept).map(([name, value]) => ({ name, value: mayHoldSecret(name) ? null : value }))
