// What was saved of one item, and when; any state that a save kept can be brought back as an edit.
import { History, X } from 'lucide-react'
import { useState } from 'react'
import type { PastSave, SavedState } from '../../shared/inventory/contract.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'
import { jsonText } from '../../shared/inventory/json-text.ts'
import { previewSave } from '../../shared/inventory/save-preview.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/states.tsx'
import { ChangeTable } from './change-table.tsx'
import styles from './item-history.module.css'
import { placeName, saveStateWords } from './item-words.ts'
import { SaveDialog } from './save-dialog.tsx'

const PAGE_SAVES = 30

export interface ItemHistoryProps {
  readonly sku: string
  /** Back to the item. */
  readonly onBack: () => void
}

const nothingToKeep = async (): Promise<void> => undefined

/** The saves of a SKU, the newest first. */
export function ItemHistory({ sku, onBack }: ItemHistoryProps) {
  const [limit, setLimit] = useState(PAGE_SAVES)
  const [openId, setOpenId] = useState<number>()
  const [isReviewing, setIsReviewing] = useState(false)
  const history = useApiQuery('inventory', 'history', { sku, limit }, { keepPrevious: true })

  /** Where the edit stands, and what has to be decided about it. */
  const toItem = (): void => {
    setIsReviewing(false)
    onBack()
  }

  const list = () => {
    if (history.data === undefined) {
      return history.isError ? (
        <ErrorState
          onRetry={() => void history.refetch()}
          what="The history cannot be shown"
          whatToDo="Try again."
          why={history.error.message}
        />
      ) : (
        <LoadingState label="Loading the history" shape="lines" />
      )
    }
    const { saves, hasMore } = history.data
    if (saves.length === 0) {
      return (
        <EmptyState
          heading="Nothing was saved from here yet"
          icon={History}
          text="Every save keeps what stood before it, what was sent, and what the platform held afterwards. Any of them can be brought back."
        />
      )
    }
    return (
      <>
        <ol aria-label={`Saves of ${sku}`} className={styles.saves}>
          {saves.map((save) => (
            <PastSaveEntry
              isOpen={save.id === openId}
              key={save.id}
              onReview={() => setIsReviewing(true)}
              onToggle={() => setOpenId(save.id === openId ? undefined : save.id)}
              save={save}
              sku={sku}
            />
          ))}
        </ol>
        {hasMore && limit < 200 && (
          <Button isPending={history.isFetching} onPress={() => setLimit(Math.min(200, limit + PAGE_SAVES))}>
            Show older saves
          </Button>
        )}
      </>
    )
  }

  return (
    <>
      <Pane
        acts={<IconButton icon={X} label="Close the history" onPress={onBack} />}
        onBack={onBack}
        subtitle={<span className="mono">{sku}</span>}
        title="History"
      >
        {list()}
      </Pane>
      {isReviewing && <SaveDialog keep={nothingToKeep} onClose={toItem} onDecide={toItem} sku={sku} />}
    </>
  )
}

interface PastSaveEntryProps {
  readonly sku: string
  readonly save: PastSave
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** The state was brought back: its preview is next. */
  readonly onReview: () => void
}

function PastSaveEntry({ sku, save, isOpen, onToggle, onReview }: PastSaveEntryProps) {
  const now = useNow()
  const { word, tone } = saveStateWords[save.state]
  const names = save.changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => placeName(path))
  return (
    <li className={styles.save}>
      <div className={styles.head}>
        <h3 className={styles.when}>
          <RelativeTime at={save.startedAtMs} now={now} />
          <Badge tone={tone}>{word}</Badge>
        </h3>
        <Button aria-label={isOpen ? 'Hide this save' : 'Show this save'} onPress={onToggle} size="s">
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <p className={styles.what}>
          {save.isNew ? 'Created the item' : names.length === 0 ? '' : `Changed ${names.join(', ')}`}
          {save.deletions.length > 0 && (
            <span className={styles.deletes}>
              {save.isNew || names.length > 0 ? '; deleted ' : 'Deleted '}
              {save.deletions.join(', ')}
            </span>
          )}
        </p>
        {save.state !== 'saved' && <p className={styles.what}>{save.message}</p>}
      </div>
      {isOpen && <PastSaveDetail onReview={onReview} save={save} sku={sku} />}
    </li>
  )
}

const views = [
  { id: 'changes', label: 'Changes' },
  { id: 'base', label: 'Before' },
  { id: 'sent', label: 'Sent' },
  { id: 'after', label: 'After' },
] as const

const stateLabels: Readonly<Record<SavedState, string>> = {
  base: 'What stood before',
  sent: 'What was sent',
  after: 'What the platform held afterwards',
}

interface PastSaveDetailProps {
  readonly sku: string
  readonly save: PastSave
  readonly onReview: () => void
}

function PastSaveDetail({ sku, save, onReview }: PastSaveDetailProps) {
  const [view, setView] = useState<(typeof views)[number]['id']>('changes')
  const [asked, setAsked] = useState<SavedState>()
  const states = useApiQuery('inventory', 'savedStates', { saveId: save.id })
  const hasEdit = useApiQuery('inventory', 'item', { sku }).data?.edit ?? null
  const bringBack = useApiMutation('inventory', 'bringBack')

  const bring = (state: SavedState, replaceEdit: boolean) =>
    bringBack.mutate({ saveId: save.id, state, replaceEdit }, { onSuccess: onReview })
  const ask = (state: SavedState) => (hasEdit === null ? bring(state, false) : setAsked(state))

  if (states.data === undefined) {
    return states.isError ? (
      <Banner tone="danger">{states.error.message}</Banner>
    ) : (
      <LoadingState label="Loading the save" shape="lines" />
    )
  }
  const { base, sent, after } = states.data
  const later: SavedState = after === null ? 'sent' : 'after'
  return (
    <div className={styles.detail}>
      <RadioGroup
        isHorizontal
        label="Show"
        onChange={(id) => setView(views.find((known) => known.id === id)?.id ?? 'changes')}
        options={views}
        value={view}
      />
      {view === 'changes' ? (
        <ChangeTable changes={previewSave(base ?? {}, sent).changes} newLabel="Sent" oldLabel="Before" />
      ) : (
        <RecordText label={stateLabels[view]} record={states.data[view]} state={view} />
      )}
      {bringBack.isError && <Banner tone="danger">{bringBack.error.message}</Banner>}
      <div className={styles.acts}>
        <Button
          disabledReason="the platform had no item before"
          isDisabled={base === null}
          isPending={bringBack.isPending}
          onPress={() => ask('base')}
        >
          Bring back what stood before
        </Button>
        <Button isPending={bringBack.isPending} onPress={() => ask(later)}>
          {later === 'after' ? 'Bring back what stood afterwards' : 'Bring back what was sent'}
        </Button>
      </div>
      <ConfirmDialog
        cancelLabel="Keep my edit"
        confirmLabel="Replace my edit"
        consequence={`${sku} has an edit that was not saved. The earlier state takes its place.`}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked !== undefined) bring(asked, true)
          setAsked(undefined)
        }}
        title="Replace the unsaved edit?"
      />
    </div>
  )
}

interface RecordTextProps {
  readonly label: string
  readonly state: SavedState
  readonly record: JsonObject | null
}

function RecordText({ label, state, record }: RecordTextProps) {
  if (record !== null) return <CodeBlock label={label} maxHeight={360} text={jsonText(record, 2)} />
  return (
    <p className={styles.note}>
      {state === 'base' ? 'The platform had no item.' : 'What the platform held afterwards is not known.'}
    </p>
  )
}
