/** The result of an action on the practice screen. */
import type { Failure } from '../../shared/result.ts'
import { Text } from '../ui/layout/layout.tsx'

type ActionStatusProps = { readonly error: Failure | null; readonly children?: string | undefined }

/** The result of an action, beside its button: the error, or else the children. Announced to screen readers. */
export const ActionStatus = ({ error, children }: ActionStatusProps) => (
  <span aria-live="polite" role="status">
    <Text tone={error === null ? 'soft' : 'danger'}>{error?.message ?? children}</Text>
  </span>
)
