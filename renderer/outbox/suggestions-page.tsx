/** Everything that assistants proposed and the seller has not decided. */
import { Sparkles } from 'lucide-react'
import type { Proposal } from '../../shared/proposals/contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { Suggestion } from '../parts/proposals/suggestions.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'

const MAX_SHOWN = 100

const locationOf = ({ subject }: Proposal): AppLocation | undefined => {
  if (subject.kind === 'conversation') return { screen: 'inbox', path: [subject.id] }
  return subject.kind === 'item' ? { screen: 'items', path: [subject.id] } : undefined
}

export const SuggestionsPage = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useApiQuery('proposals', 'proposals', { limit: MAX_SHOWN })
  const assistants = useApiQuery('proposals', 'assistants', {}).data?.assistants ?? []
  const refuse = useReportedMutation('proposals', 'dismissAll')
  return (
    <Pane
      backLabel="Back to the outbox"
      onBack={onClose}
      subtitle={query.data === undefined ? null : formatCount(query.data.total, 'suggestion')}
      title="Suggestions"
    >
      <QueryView label="The suggestions" query={query} skeleton={{ shape: 'lines' }}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState
              heading="No suggestions"
              icon={Sparkles}
              text="What an assistant proposes waits here until you decide. Nothing is changed or sent before."
            />
          ) : (
            <Stack gap={4}>
              <Row gap={2} wrap>
                {assistants
                  .filter(({ waiting }) => waiting > 1)
                  .map(({ assistantId, name, waiting }) => (
                    <Button
                      isPending={refuse.isPending}
                      key={assistantId}
                      onPress={() => refuse.mutate({ assistantId })}
                      size="s"
                    >
                      {`Dismiss all ${waiting} of ${name}`}
                    </Button>
                  ))}
              </Row>
              {rows.map((proposal) => {
                const to = locationOf(proposal)
                return (
                  <Stack as="section" gap={1} key={proposal.proposalId}>
                    {to === undefined ? (
                      <Text strong>{proposal.title}</Text>
                    ) : (
                      <a href={locationHref(to)}>
                        <Text strong>
                          <bdi>{proposal.title}</bdi>
                        </Text>
                      </a>
                    )}
                    <Suggestion proposal={proposal} />
                  </Stack>
                )
              })}
              {total > rows.length && (
                <Text as="p" tone="soft">
                  {`${formatCount(total - rows.length, 'more suggestion')} after these.`}
                </Text>
              )}
            </Stack>
          )
        }
      </QueryView>
    </Pane>
  )
}
