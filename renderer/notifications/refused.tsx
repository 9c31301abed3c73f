/** Why the platform, or a rule before it, did not do what was asked; a conflict is named as one (NOT-05). */
import type { Failure } from '../../shared/result.ts'
import { Banner } from '../ui/banner.tsx'

export const Refused = ({ error }: { readonly error: Failure | null }) =>
  error !== null && (
    <Banner tone="danger" title={error.detail.kind === 'conflict' ? 'In conflict with the present state' : undefined}>
      {error.message}
    </Banner>
  )

/** The sentence for one field of the input, where it was that field. */
export const issueOf = (error: Failure | null, path: string): string | undefined =>
  error?.detail.kind === 'validation' ? error.detail.issues.find((issue) => issue.path === path)?.message : undefined
