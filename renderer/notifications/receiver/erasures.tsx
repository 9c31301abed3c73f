/** Closed user accounts: what was erased, and what the seller may want to review (PLT-18). */
import type { ErasedCounts, Erasure, ErasureMention } from '../../../shared/notifications/erasure.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { type AppLocation, locationHref } from '../../location.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const describeCounts = ({ conversations, messages, notifications }: ErasedCounts): string => {
  const parts = [
    ...(conversations === 0 ? [] : [formatCount(conversations, 'conversation')]),
    ...(messages === 0 ? [] : [formatCount(messages, 'message')]),
    ...(notifications === 0 ? [] : [formatCount(notifications, 'notification')]),
  ]
  return parts.join(', ')
}

type Place = { readonly key: string; readonly label: string; readonly location: AppLocation }

const toPlace = (mention: ErasureMention): Place => {
  switch (mention.place) {
    case 'draft':
    case 'message': {
      const { place, conversationId } = mention
      const label = place === 'draft' ? 'Your draft in a conversation' : 'A message in a conversation'
      return { key: `${place} ${conversationId}`, label, location: { screen: 'inbox', path: [conversationId] } }
    }
    case 'newMessageDraft':
    case 'buyerNote': {
      const { place, buyer } = mention
      const label = place === 'buyerNote' ? `Your note about ${buyer}` : `Your draft to ${buyer}`
      return { key: `${place} ${buyer}`, label, location: newMessageLocation(buyer) }
    }
    case 'waitingMessage':
      return {
        key: mention.outboundId,
        label: 'Your message that waits to be sent',
        location: { screen: 'outbox', path: [mention.outboundId] },
      }
    case 'eventNote':
      return {
        key: `event ${mention.eventId}`,
        label: 'Your note about a notification',
        location: { screen: 'notifications', path: [String(mention.eventId)] },
      }
    case 'savedReply':
    case 'savedSearch':
      return {
        key: `${mention.place} ${mention.name}`,
        label: `${mention.place === 'savedReply' ? 'Saved reply' : 'Saved search'} “${mention.name}”, in the inbox`,
        location: { screen: 'inbox', path: [] },
      }
  }
}

const toUnsentPlace = (unsent: Erasure['unsent'][number]): Place =>
  'conversationId' in unsent
    ? {
        key: unsent.conversationId,
        label: 'What you wrote in the conversation',
        location: { screen: 'inbox', path: [unsent.conversationId] },
      }
    : {
        key: unsent.buyer,
        label: 'Your new message to the user',
        location: newMessageLocation(unsent.buyer),
      }

type PlacesProps = { readonly label: string; readonly places: readonly Place[] }

const Places = ({ label, places }: PlacesProps) => (
  <Stack aria-label={label} as="ul" gap={1}>
    {places.map(({ key, label: text, location }) => (
      <li key={key}>
        <a href={locationHref(location)}>{text}</a>
      </li>
    ))}
  </Stack>
)

const Mentions = ({ erasureId, mentions }: Pick<Erasure, 'erasureId' | 'mentions'>) => {
  const dismiss = useApiMutation('notifications', 'dismissMentions')
  return (
    <Stack gap={1}>
      <Text as="p" tone="soft">
        These texts still mention the user. They are yours, so they weren’t changed.
      </Text>
      <Places label="Texts that mention the user" places={mentions.map(toPlace)} />
      <Row>
        <Button isPending={dismiss.isPending} onPress={() => dismiss.mutate({ erasureId })} size="s" variant="quiet">
          Clear this list
        </Button>
      </Row>
      <MutationError of={[dismiss]} />
    </Stack>
  )
}

export const ErasureDetail = ({ erasure }: { readonly erasure: Erasure }) => (
  <Stack gap={2}>
    <Text as="p">
      {`Erased: ${describeCounts(erasure.erased) || 'nothing else'}. No name was kept. Backups from before still hold the user: the user is erased again if you restore one, and they are deleted after 30 days.`}
    </Text>
    {erasure.unsent.length > 0 && (
      <Stack gap={1}>
        <Text as="p" tone="soft">
          This wasn’t sent to the user. It stays until you send or discard it.
        </Text>
        <Places label="Not sent to the user" places={erasure.unsent.map(toUnsentPlace)} />
      </Stack>
    )}
    {erasure.mentions.length > 0 && <Mentions erasureId={erasure.erasureId} mentions={erasure.mentions} />}
  </Stack>
)

type ErasuresDialogProps = {
  readonly erasures: readonly Erasure[]
  readonly withoutData: number
  readonly onClose: () => void
}

export const ErasuresDialog = ({ erasures, withoutData, onClose }: ErasuresDialogProps) => {
  const { The } = usePlatformName()
  return (
    <Dialog closeLabel="Close" onClose={onClose} size="l" title="Closed user accounts">
      <Text as="p" tone="soft">
        {`${The} reports every user who closes their account, so that you erase their data.`}
        {withoutData > 0 && ` ${formatCount(withoutData, 'reported user')} had no data here.`}
      </Text>
      <Stack aria-label="Erased users" as="ul" gap={6}>
        {erasures.map((erasure) => (
          <Stack as="li" gap={2} key={erasure.erasureId}>
            <strong>
              Reported <RelativeTime at={erasure.requestedAtMs} />
            </strong>
            <ErasureDetail erasure={erasure} />
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}
