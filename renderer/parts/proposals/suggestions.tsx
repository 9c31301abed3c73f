/** What assistants propose, wherever it belongs: the seller takes it over or dismisses it (SEC-19). */
import type { Proposal, ProposalSubject } from '../../../shared/proposals/contract.ts'
import { useAction, useApiMutation, useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './suggestions.module.css'

const acceptLabels: Readonly<Record<Proposal['kind'], string>> = {
  reply: 'Keep as draft',
  noReplyNeeded: 'No reply needed',
  note: 'Add to the note',
  itemChange: 'Use as an edit',
  newItem: 'Start this item',
}

const kindTexts: Readonly<Record<Proposal['kind'], string>> = {
  reply: 'suggests a reply',
  noReplyNeeded: 'suggests that this needs no reply',
  note: 'suggests a note about the buyer',
  itemChange: 'suggests changes',
  newItem: 'suggests a new item',
}

type SuggestionProps = {
  readonly proposal: Proposal
  /** Puts a reply's text where the seller writes; undefined if there is no such place. */
  readonly onInsert?: ((text: string) => void) | undefined
}

export const Suggestion = ({ proposal, onInsert }: SuggestionProps) => {
  const { proposalId, assistant, kind, text, changes, madeAtMs, isStale } = proposal
  const accept = useApiMutation('proposals', 'accept')
  const client = useClient()
  // Inserts inside the action, which still runs after another conversation was opened.
  const take = useAction(async () => onInsert?.((await client.proposals.take({ proposalId })).text))
  const dismiss = useReportedMutation('proposals', 'dismiss')
  const isInserted = kind === 'reply' && onInsert !== undefined
  return (
    <article aria-label={`${assistant} ${kindTexts[kind]}`} className={styles.suggestion}>
      <Stack gap={2}>
        <Row gap={2} wrap>
          <Text size="meta" tone="soft">
            <bdi>{assistant}</bdi> {kindTexts[kind]} · <RelativeTime at={madeAtMs} />
          </Text>
          {isStale && <Badge tone="caution">Made before the latest change</Badge>}
        </Row>
        {text !== null && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        {changes.length > 0 && (
          <dl className={styles.changes}>
            {changes.map(({ label, before, after }) => (
              <div key={label} style={{ display: 'contents' }}>
                <Text as="dt" size="meta" tone="soft">
                  {label}
                </Text>
                <Text as="dd">
                  {before !== null && (
                    <>
                      <Text tone="faint">
                        <del dir="auto">{before}</del>
                      </Text>{' '}
                    </>
                  )}
                  <ins dir="auto">{after}</ins>
                </Text>
              </div>
            ))}
          </dl>
        )}
        <MutationError of={[accept, take]} />
        <Row gap={2}>
          <Button
            isPending={accept.isPending || take.isPending}
            onPress={() => (isInserted ? take.mutate() : accept.mutate({ proposalId, isSeenStale: isStale }))}
            size="s"
          >
            {isInserted ? 'Insert' : acceptLabels[kind]}
          </Button>
          <Button
            isPending={dismiss.isPending}
            onPress={() => dismiss.mutate({ proposalIds: [proposalId] })}
            size="s"
            variant="quiet"
          >
            Dismiss
          </Button>
        </Row>
      </Stack>
    </article>
  )
}

type SuggestionsForProps = Pick<SuggestionProps, 'onInsert'> & { readonly subject: ProposalSubject }

/** Nothing where no assistant proposed anything. */
export const SuggestionsFor = ({ subject, onInsert }: SuggestionsForProps) => {
  const rows = useApiQuery('proposals', 'proposals', { subject, limit: 5 }).data?.rows ?? []
  return rows.map((proposal) => <Suggestion key={proposal.proposalId} onInsert={onInsert} proposal={proposal} />)
}
