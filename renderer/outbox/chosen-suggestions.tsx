/** The suggestions that the seller ticked: uses or dismisses them together (SEC-19, OFF-07). Nothing is sent. */
import { useState } from 'react'
import type { Proposal } from '../../shared/proposals/contract.ts'
import { useClient } from '../api/hooks.ts'
import { awaitCommand } from '../commands/registry.ts'
import { navigate } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { doUndoably } from '../ui/feedback/undo.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'

/** How a kind is undone with the others; an edit is undone where it was made. */
const isUndoable = (kind: Proposal['kind']): boolean => kind === 'reply' || kind === 'note' || kind === 'noReplyNeeded'

/** What came of the last set. */
type Outcome = { readonly left: readonly string[]; readonly edits: number }

const reviewEdits = (): void => {
  awaitCommand('items.filter', 'changed')
  navigate({ screen: 'items', path: [] })
}

/** Says what the undo in the toast takes back, which are not the edits. */
export const usedText = (used: number, undoable: number): string => {
  const what = `${formatCount(used, 'suggestion')} used. Nothing was sent.`
  return used === undoable ? what : `${what} Undo takes back ${formatNumber(undoable)}; changes of items stay in Items.`
}

/** Dismisses with an undo. Reports a failure. */
export const useDismiss = () => {
  const client = useClient()
  return (label: string, dismiss: () => Promise<readonly number[]>): Promise<unknown> =>
    doUndoably({ label }, async () => {
      const proposalIds = [...(await dismiss())]
      if (proposalIds.length === 0) return null
      return {
        undo: async () => {
          const { undone } = await client.proposals.undoDismiss({ proposalIds })
          return undone > 0 ? { is: 'undone' } : { is: 'not', why: 'They aren’t kept any more.' }
        },
      }
    }).catch(toastFailure)
}

/** Ids stay ticked only while they are listed. */
export const useChosenSuggestions = (rows: readonly Proposal[]) => {
  const client = useClient()
  const dismiss = useDismiss()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isPending, setPending] = useState(false)
  const chosen = rows.filter(({ proposalId }) => ticked.has(proposalId))
  const proposalIds = chosen.map(({ proposalId }) => proposalId)

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setPending(true)
    await work()
    setPending(false)
    setTicked(new Set())
  }
  const accept = () =>
    doUndoably({ label: `${formatCount(proposalIds.length, 'suggestion')} used` }, async () => {
      const { taken, left } = await client.proposals.acceptMany({ proposalIds })
      const undoable = taken.filter(({ kind }) => isUndoable(kind)).map(({ proposalId }) => proposalId)
      setOutcome({ left: left.map(({ message }) => message), edits: taken.length - undoable.length })
      if (undoable.length === 0) return null
      return {
        text: usedText(taken.length, undoable.length),
        undo: async () => {
          const { undone, left: changed } = await client.proposals.takeBack({ proposalIds: undoable })
          if (undone === 0) return { is: 'not', why: 'They were changed since.' }
          return changed === 0
            ? { is: 'undone' }
            : { is: 'undone', text: `${formatNumber(undone)} undone; the others were changed since.` }
        },
      }
    }).catch(toastFailure)

  return {
    chosen,
    outcome,
    isPending,
    isTicked: (proposalId: number): boolean => ticked.has(proposalId),
    tick: (proposalId: number): void =>
      setTicked(
        (now) => new Set(now.has(proposalId) ? [...now].filter((id) => id !== proposalId) : [...now, proposalId]),
      ),
    tickAll: (): void => setTicked(new Set(rows.map(({ proposalId }) => proposalId))),
    clear: (): void => setTicked(new Set()),
    closeOutcome: (): void => setOutcome(null),
    accept: () => run(accept),
    dismiss: () =>
      run(() =>
        dismiss(`${formatCount(proposalIds.length, 'suggestion')} dismissed`, async () => {
          await client.proposals.dismiss({ proposalIds })
          return proposalIds
        }),
      ),
  }
}
export type ChosenSuggestions = ReturnType<typeof useChosenSuggestions>

/** At the foot of the page, so that nothing moves when it appears. */
export const ChosenBar = ({ chosen, isPending, accept, dismiss, tickAll, clear }: ChosenSuggestions) => (
  <Row aria-label="Selected suggestions" gap={2} grow role="toolbar" wrap>
    <Row grow>
      <Text role="status" size="meta" tabular>
        {`${formatNumber(chosen.length)} selected`}
      </Text>
    </Row>
    <Button onPress={tickAll} size="s" variant="quiet">
      Select all
    </Button>
    <Button onPress={clear} size="s" variant="quiet">
      Clear
    </Button>
    <Button isPending={isPending} onPress={() => void dismiss()} size="s">
      {`Dismiss ${formatNumber(chosen.length)}`}
    </Button>
    <Button isPending={isPending} onPress={() => void accept()} size="s">
      {`Use ${formatNumber(chosen.length)}`}
    </Button>
  </Row>
)

/** What was left, and where edits are reviewed before anything is sent. */
export const OutcomeBanners = ({ outcome, closeOutcome }: Pick<ChosenSuggestions, 'outcome' | 'closeOutcome'>) => {
  if (outcome === null) return null
  const { left, edits } = outcome
  return (
    <Stack gap={2}>
      {left.length > 0 && (
        <Banner onDismiss={closeOutcome} title={`${formatCount(left.length, 'suggestion')} left here.`} tone="caution">
          {[...new Set(left)].join(' ')}
        </Banner>
      )}
      {edits > 0 && (
        <Banner action={{ label: 'Show the items', onPress: reviewEdits }} onDismiss={closeOutcome}>
          {`${formatCount(edits, 'suggestion')} became unsaved changes. Review them before they are sent.`}
        </Banner>
      )}
    </Stack>
  )
}
