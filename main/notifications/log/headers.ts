/**
 * Headers of deliveries, as they are stored.
 *
 * SECURITY (SEC-05): a tunnel or proxy adds its own headers, credentials among them. Only values that the log needs are
 * stored, so no copy, export or backup of the database can hold another. Names are kept, so the seller sees what was added.
 */
import * as z from 'zod'
import type { HeaderView } from '../../../shared/notifications/log-contract.ts'
import { readStoredJson } from '../../database/stored-json.ts'

export type Header = readonly [string, string]
/** The value is null if it is not stored. */
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
  // Who sent it, as a tunnel or proxy says.
  'x-forwarded-for',
])
/** The platform's own: X-SVC-SIGNATURE. */
const SIGNATURE_NAME = /^x-[a-z0-9]+-signature$/

const isKept = (name: string): boolean => keptNames.has(name.toLowerCase()) || SIGNATURE_NAME.test(name.toLowerCase())

const dropSecrets = (headers: readonly StoredHeader[]): readonly StoredHeader[] =>
  headers.map(([name, value]) => [name, isKept(name) ? value : null])

/** Headers as text to store, without the values that are not kept. */
export const formatHeaders = (headers: readonly StoredHeader[]): string => JSON.stringify(dropSecrets(headers))

/** Parses stored headers: JSON pairs of name and value. */
export const parseHeaders = (stored: string): readonly StoredHeader[] => readStoredJson(headersSchema, stored) ?? []

/** Returns headers for the window, without the values that are not kept. */
export const toHeaderViews = (headers: readonly StoredHeader[]): HeaderView[] =>
  dropSecrets(headers).map(([name, value]) => ({ name, value }))

/** Pairs of name and value from `rawHeaders` of node:http. */
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
