/** One event: what it says, whether it is to be believed, each delivery of it, and the bytes as they came. */
import { Download, Ellipsis, PencilLine, Repeat, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { processingWords, signatureWords } from '../../shared/notifications/event.ts'
import type { EventPage as EventDetail } from '../../shared/notifications/log-contract.ts'
import { useCommandOf, useQueryOf, useToldCommandOf } from '../api/hooks.ts'
import { goTo, hrefOf } from '../api/place.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Failing, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Menu } from '../ui/menu.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toast } from '../ui/toast.tsx'
import { useTypedKeeper } from '../ui/use-typed-keeper.ts'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import { EditReplayDialog } from './edit-replay-dialog.tsx'
import styles from './event.module.css'
import { EventLinks } from './event-links.tsx'
import { EventRules } from './event-rules.tsx'
import { EventTree, marksOf } from './event-tree.tsx'
import { useExportCaptures } from './log-menu.tsx'
import { Refused } from './refused.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { countOf, headerText, meaningOf, processedWords, processingTones, signatureTones, timesCount } from './words.ts'

const Note = ({ event }: { readonly event: EventDetail }) => {
  const { eventId } = event
  const setNote = useCommandOf('notifications', 'setNote')
  const keeper = useTypedKeeper<string>(
    `notifications.note.${eventId}`,
    (note) => setNote.mutateAsync({ eventId, note }),
    { what: 'The note', isSaidInPlace: true },
  )
  const [text, setText] = useState(() => keeper.pending()?.value ?? event.note)
  return (
    <TextArea
      label="Note"
      description="Kept on this machine, for you alone. The search finds its words."
      value={text}
      onChange={(next) => {
        setText(next)
        keeper.type(next)
      }}
      onBlur={() => void keeper.keepNow().catch(() => undefined)}
      limit={2_000}
      used={text.length}
      minRows={4}
      error={setNote.error?.message}
    />
  )
}

const Said = ({ event }: { readonly event: EventDetail }) => {
  const facts = event.paths.flatMap(({ words, path, values }) =>
    values.map(({ at, value }, index) => ({
      label: values.length === 1 ? words : `${words} ${index + 1}`,
      value: (
        <span className={styles.pathValue}>
          <span className="mono">{value}</span>
          <span className={styles.path}>{at === path ? path : `${path}, found at ${at}`}</span>
        </span>
      ),
    })),
  )
  return (
    <>
      {facts.length > 0 && <KeyValue facts={facts} />}
      {event.tree === null ? (
        <p className={styles.soft}>This message could not be read as a tree. Its bytes are under Raw.</p>
      ) : (
        <>
          <EventTree marks={marksOf(event.paths)} node={event.tree} />
          {facts.length === 0 && (
            <p className={styles.soft}>The documents name no elements of this event; it is kept and shown whole.</p>
          )}
        </>
      )}
    </>
  )
}

const Raw = ({ event }: { readonly event: EventDetail }) => (
  <>
    <CodeBlock label="Headers" text={headerText(event.headers)} />
    <CodeBlock
      label={event.raw.text === null ? 'Body, not text: in base64' : 'Body'}
      text={event.raw.text ?? event.raw.base64 ?? ''}
    />
  </>
)

const cameWords = ({ deliveryCount, replayCount, processing, origin }: EventDetail): string => {
  const came = origin === 'platform' ? [`Delivered ${timesCount(deliveryCount)}`] : []
  const replayed = replayCount > 0 || origin === 'replay' ? [`replayed ${timesCount(replayCount)}`] : []
  const all = [...came, ...replayed, processedWords[processing]].join(', ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}

const Summary = ({ event }: { readonly event: EventDetail }) => (
  <div className={styles.summary}>
    <p className={styles.line}>
      <Badge tone={signatureTones[event.signature]}>{signatureWords(event.signature)}</Badge>
      <span>{event.signatureWords}</span>
    </p>
    <p className={styles.line}>
      <Badge tone={processingTones[event.processing]}>{processingWords(event.processing)}</Badge>
      <span>{cameWords(event)}</span>
    </p>
    {event.copyOf !== null && (
      <p className={styles.line}>
        <Badge tone="accent">Edited copy</Badge>
        <a href={hrefOf({ room: 'notifications', path: [String(event.copyOf)] })}>Open the event it was made from</a>
      </p>
    )}
    <EventLinks event={event} />
    {event.why !== null && <Banner tone={event.processing === 'failed' ? 'danger' : 'caution'}>{event.why}</Banner>}
  </div>
)

type Open = 'several' | 'edit' | 'remove' | null

const Acts = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const again = useToldCommandOf('notifications', 'processAgain')
  const replay = useToldCommandOf('notifications', 'replay')
  const remove = useCommandOf('notifications', 'removeMarked')
  const exportCaptures = useExportCaptures()
  const [open, setOpen] = useState<Open>(null)
  const { eventId, origin, replayCount } = event
  const close = (): void => setOpen(null)
  const tell = (error: Error): void => void toast({ text: error.message, tone: 'danger' })
  const isText = event.raw.text !== null
  const hasReplays = replayCount > 0 || origin === 'replay'
  return (
    <>
      {event.canProcessAgain && (
        <Button
          isPending={again.isPending}
          onPress={() =>
            again.mutate(
              { eventId },
              {
                onSuccess: ({ eventId: now }) => {
                  if (now !== eventId) goTo({ room: 'notifications', path: [String(now)] })
                },
              },
            )
          }
          size="s"
        >
          Check again
        </Button>
      )}
      <Button
        icon={RotateCcw}
        isPending={replay.isPending}
        onPress={() => replay.mutate({ eventIds: [eventId] })}
        size="s"
      >
        Replay
      </Button>
      <Menu
        acts={[
          { id: 'several', label: 'Replay several times', icon: Repeat, onPress: () => setOpen('several') },
          {
            id: 'edit',
            label: 'Edit and replay',
            icon: PencilLine,
            isDisabled: !isText,
            ...(isText ? {} : { description: 'Its body is no text' }),
            onPress: () => setOpen('edit'),
          },
          {
            id: 'export',
            label: 'Export this event',
            icon: Download,
            isDisabled: origin === 'replay',
            ...(origin === 'replay' ? { description: 'Replays are left out of files' } : {}),
            onPress: () => void exportCaptures({ eventId }).catch(tell),
          },
          ...(hasReplays
            ? [
                'separator' as const,
                {
                  id: 'remove',
                  label: 'Remove its replays',
                  icon: Trash2,
                  tone: 'danger' as const,
                  onPress: () => setOpen('remove'),
                },
              ]
            : []),
        ]}
        label="More for this event"
        placement="bottom end"
        trigger={<IconButton icon={Ellipsis} label="More for this event" />}
      />
      <IconButton icon={X} label="Close the event" onPress={onClose} />
      {open === 'several' && <ReplayDialog eventIds={[eventId]} onClose={close} />}
      {open === 'edit' && <EditReplayDialog event={event} onClose={close} />}
      <ConfirmDialog
        confirmLabel="Remove replays"
        consequence={
          <>
            <p>
              {origin === 'replay'
                ? 'This event is an edited copy, and goes with them.'
                : 'What the platform sent stays.'}{' '}
              They cannot be brought back.
            </p>
            <Refused error={remove.error} />
          </>
        }
        isOpen={open === 'remove'}
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { origin: 'replay', eventId },
            {
              onSuccess: () => {
                close()
                if (origin === 'replay') onClose()
              },
            },
          )
        }
        title={replayCount === 1 ? 'Remove its replay?' : `Remove its ${countOf(replayCount, 'replay')}?`}
      />
    </>
  )
}

const Detail = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const nowMs = useNow()
  const [tab, setTab] = useState('said')
  const content = {
    said: <Said event={event} />,
    deliveries: <DeliveryTimeline event={event} />,
    raw: <Raw event={event} />,
    rules: <EventRules rules={event.rules} />,
    note: <Note event={event} key={event.eventId} />,
  }
  const broken = event.rules.filter(({ verdict }) => verdict === 'broken').length
  const tabOf = (id: keyof typeof content, label: string, count?: number) => ({
    id,
    label,
    content: <div className={styles.tab}>{content[id]}</div>,
    ...(count === undefined ? {} : { count }),
  })
  return (
    <Pane
      title={meaningOf(event.name) ?? event.name}
      subtitle={
        <span className={styles.line}>
          {meaningOf(event.name) !== undefined && <span className="mono">{event.name}</span>}
          <RelativeTime at={event.receivedAtMs} now={nowMs} />
        </span>
      }
      acts={<Acts event={event} onClose={onClose} />}
      onBack={onClose}
      backLabel="Back to the log"
      isFilled
    >
      <div className={styles.page}>
        <Summary event={event} />
        <Tabs
          label="The event"
          selected={tab}
          onChange={setTab}
          tabs={[
            tabOf('said', 'What it says'),
            tabOf('deliveries', 'Deliveries', event.deliveries.length + event.moreDeliveries),
            tabOf('raw', 'Raw'),
            tabOf('rules', broken === 0 ? 'Rules' : `Rules, ${broken} broken`),
            tabOf('note', 'Note', event.note === '' ? undefined : 1),
          ]}
        />
      </div>
    </Pane>
  )
}

export type EventPageProps = { readonly eventId: number; readonly onClose: () => void }

export const EventPage = ({ eventId, onClose }: EventPageProps) => {
  const answer = useQueryOf('notifications', 'event', { eventId })
  if (answer.data !== undefined) return <Detail event={answer.data} onClose={onClose} />
  return (
    <Pane title="Event" onBack={onClose} acts={<IconButton icon={X} label="Close the event" onPress={onClose} />}>
      {answer.error === null ? (
        <Loading label="Loading the event" shape="facts" />
      ) : (
        <Failing
          what="This event cannot be shown"
          why={answer.error.message}
          whatToDo="Close it and choose another, or try again."
          onRetry={() => void answer.refetch()}
        />
      )}
    </Pane>
  )
}
