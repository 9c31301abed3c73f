/**
 * Headers of deliveries, as stored.
 *
 * SECURITY (SEC-05): tunnels and proxies add headers of their own, which may contain credentials. Only values that the
 * log needs are stored, so no copy, export or backup of the database contains others. Names are kept, so the seller
 * sees what was added.
 */
import * as z from 'zod'
import type { HeaderView } from '../../../shared/notifications/log-contract.ts'
import { readStoredJson } from '../../database/stored-json.ts'

export type Header = readonly [string, string]
/** The value is null if it wasn't stored. */
type StoredHeader = readonly [string, string | null]

const headersSchema = z.array(z.tuple([z.string(), z.string().nullable()]))

const keptNames: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'host',
  'soapaction',
  'transfer-encoding',
  'user-agent',
  // The sender, according to a tunnel or proxy.
  'x-forwarded-for',
])
/** The platform's signature header, such as X-EBAY-SIGNATURE. */
const SIGNATURE_NAME = /^x-[a-z0-9]+-signature$/

const isKept = (name: string): boolean => keptNames.has(name.toLowerCase()) || SIGNATURE_NAME.test(name.toLowerCase())

const dropSecrets = (headers: readonly StoredHeader[]): readonly StoredHeader[] =>
  headers.map(([name, value]) => [name, isKept(name) ? value : null])

/** Formats headers for storage, without the values that are not kept. */
export const formatHeaders = (headers: readonly StoredHeader[]): string => JSON.stringify(dropSecrets(headers))

/** Parses stored headers: JSON pairs of name and value. */
export const parseHeaders = (stored: string): readonly StoredHeader[] => readStoredJson(headersSchema, stored) ?? []

/** Returns headers for the window, without the values that are not kept. */
export const toHeaderViews = (headers: readonly StoredHeader[]): HeaderView[] =>
  dropSecrets(headers).map(([name, value]) => ({ name, value }))

/** Name-value pairs from `rawHeaders` (https://nodejs.org/api/http.html#messagerawheaders). */
export const toHeaders = (rawHeaders: readonly string[]): readonly Header[] =>
  Array.from({ length: Math.floor(rawHeaders.length / 2) }, (_, index) => [
    rawHeaders[index * 2] ?? '',
    rawHeaders[index * 2 + 1] ?? '',
  ])

/** Returns a header's value. Repeated headers are joined by a comma, which makes any signature invalid. */
export const findHeader = (headers: readonly StoredHeader[], name: string): string | null => {
  const values = headers.flatMap(([each, value]) =>
    each.toLowerCase() === name.toLowerCase() && value !== null ? [value] : [],
  )
  return values.length === 0 ? null : values.join(', ')
}
