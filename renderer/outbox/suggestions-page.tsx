/** Everything that assistants proposed and the seller has not decided. */
import { Sparkles } from 'lucide-react'
import type { Proposal } from '../../shared/proposals/contract.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { Suggestion } from '../parts/proposals/suggestions.tsx'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { ChosenBar, OutcomeBanners, useChosenSuggestions, useDismiss } from './chosen-suggestions.tsx'

const MAX_SHOWN = 100

const locationOf = ({ subject }: Proposal): AppLocation | undefined => {
  if (subject.kind === 'conversation') return { screen: 'inbox', path: [subject.id] }
  return subject.kind === 'item' ? { screen: 'items', path: [subject.id] } : undefined
}

export const SuggestionsPage = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useApiQuery('proposals', 'proposals', { limit: MAX_SHOWN })
  const assistants = useApiQuery('proposals', 'assistants', {}).data?.assistants ?? []
  const client = useClient()
  const dismiss = useDismiss()
  const choice = useChosenSuggestions(query.data?.rows ?? [])
  return (
    <Pane
      backLabel="Back to the outbox"
      footer={choice.chosen.length === 0 ? undefined : <ChosenBar {...choice} />}
      onBack={onClose}
      subtitle={query.data === undefined ? null : formatCount(query.data.total, 'suggestion')}
      title="Suggestions"
    >
      <QueryView label="The suggestions" query={query} skeleton={{ shape: 'lines' }}>
        {({ rows, total }) =>
          rows.length === 0 && choice.outcome === null ? (
            <EmptyState
              heading="No suggestions"
              icon={Sparkles}
              text="What an assistant suggests waits here until you decide. Nothing is changed or sent before."
            />
          ) : (
            <Stack gap={4}>
              <OutcomeBanners {...choice} />
              <Row gap={2} wrap>
                {assistants
                  .filter(({ waiting }) => waiting > 1)
                  .map(({ assistantId, name, waiting }) => (
                    <Button
                      key={assistantId}
                      onPress={() =>
                        void dismiss(`${formatCount(waiting, 'suggestion')} dismissed`, async () => {
                          return (await client.proposals.dismissAll({ assistantId })).proposalIds
                        })
                      }
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
                    <Row gap={2}>
                      <Checkbox
                        isSelected={choice.isTicked(proposal.proposalId)}
                        onChange={() => choice.tick(proposal.proposalId)}
                      >
                        <VisuallyHidden>{`Select the suggestion about ${proposal.title}`}</VisuallyHidden>
                      </Checkbox>
                      {to === undefined ? (
                        <Text strong>
                          <bdi>{proposal.title}</bdi>
                        </Text>
                      ) : (
                        <a href={locationHref(to)}>
                          <Text strong>
                            <bdi>{proposal.title}</bdi>
                          </Text>
                        </a>
                      )}
                    </Row>
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
