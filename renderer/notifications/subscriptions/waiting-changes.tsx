/** Changes waiting in the outbox, beside their subjects. */
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'

type WaitingChangesProps = {
  /** `subscription:17`, or a prefix. */
  readonly subject: string
}

export const WaitingChanges = ({ subject }: WaitingChangesProps) => {
  const all = useApiQuery('outbound', 'list', {}).data?.entries ?? []
  return all
    .filter((entry) => entry.subject === subject || (subject.endsWith(':') && entry.subject.startsWith(subject)))
    .map(({ id, title, error, nextAtMs, state }) => (
      <Row align="start" key={id} role="status">
        <Badge tone={nextAtMs === null && state !== 'sending' ? 'caution' : 'info'}>
          {nextAtMs === null && state !== 'sending' ? 'Not done' : 'Waiting'}
        </Badge>
        <Text tone="soft">
          {title}. {error?.message} <a href={locationHref({ screen: 'outbox', path: [id] })}>Show in outbox</a>
        </Text>
      </Row>
    ))
}
