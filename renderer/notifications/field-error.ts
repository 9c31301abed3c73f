/** The message for one field of a rejected input; undefined if that field is fine. */
import type { Failure } from '../../shared/result.ts'

export const fieldError = (error: Failure | null, path: string): string | undefined =>
  error?.detail.kind === 'validation' ? error.detail.issues.find((issue) => issue.path === path)?.message : undefined
