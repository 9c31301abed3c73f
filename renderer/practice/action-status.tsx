/** The result of an action on the practice screen. */
import type { Failure } from '../../shared/result.ts'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'

type ActionStatusProps = { readonly error: Failure | null; readonly children?: string | undefined }

/** The result of an action, beside its button: the error, or else the children. Announced to screen readers. */
export const ActionStatus = ({ error, children }: ActionStatusProps) => (
  <span aria-live="polite" role="status">
    <Text tone={error === null ? 'soft' : 'danger'}>{error?.message ?? children}</Text>
  </span>
)

/** How many notifications were sent, or `noneMessage` for none. */
export const sentMessage = (notifications: number, noneMessage: string): string => {
  if (notifications === 0) return noneMessage
  return notifications === 1 ? '1 notification sent.' : `${formatNumber(notifications)} notifications sent.`
}
