/** Paging of the inventory service. */
import { createRefusals } from './refusal.ts'
import type { Call } from './service.ts'

const { refuse } = createRefusals('API_INVENTORY')

/** One page by page number. `offset` counts pages, not records. */
export const readPageNumber = (c: Call, defaultLimit: number): { readonly limit: number; readonly page: number } => {
  const limit = Number(c.req.query('limit') ?? defaultLimit)
  const page = Number(c.req.query('offset') ?? 0)
  const isValid = Number.isInteger(limit) && limit >= 1 && limit <= 200 && Number.isInteger(page) && page >= 0
  if (!isValid) refuse(400, 25706, 'You have provided invalid pagination values.')
  return { limit, page }
}

/** The fields of a list's answer that describe its page. */
export const describePage = (path: string, total: number, { limit, page }: { limit: number; page: number }) => ({
  href: `${path}?limit=${limit}&offset=${page}`,
  limit,
  total,
  size: Math.max(0, Math.min(limit, total - page * limit)),
  ...((page + 1) * limit < total ? { next: `${path}?limit=${limit}&offset=${page + 1}` } : {}),
  ...(page > 0 ? { prev: `${path}?limit=${limit}&offset=${page - 1}` } : {}),
})
