/** The controls for the seller's own marks, on one conversation or on the selected ones. */
import { AlarmClock, AlarmClockOff, CheckCheck, type LucideIcon, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { LaterDialog } from './later-dialog.tsx'
import type { Triage } from './use-triage.ts'

export type NoReply = {
  readonly icon: LucideIcon
  readonly label: string
  /** Nothing of it waits for a reply, or was marked. */
  readonly isDisabled: boolean
  readonly onPress: () => void
}

/** Marks what waits for a reply as needing none, or takes the marks back if nothing waits. */
export const useNoReply = (rows: readonly Conversation[], triage: Triage): NoReply => {
  const waiting = rows.filter(({ unanswered, noReplyNeeded }) => unanswered === true && !noReplyNeeded)
  const marked = rows.filter(({ noReplyNeeded }) => noReplyNeeded)
  const isMarked = waiting.length === 0 && marked.length > 0
  return {
    icon: isMarked ? Undo2 : CheckCheck,
    label: isMarked ? 'Needs a reply' : commandInfo('inbox.noReplyNeeded').label,
    isDisabled: waiting.length === 0 && !isMarked,
    onPress: () => triage.setNoReplyNeeded(isMarked ? marked : waiting, !isMarked),
  }
}

type NoReplyButtonProps = {
  readonly rows: readonly Conversation[]
  readonly triage: Triage
  readonly isPending: boolean
}

export const NoReplyButton = ({ rows, triage, isPending }: NoReplyButtonProps) => {
  const { icon, label, isDisabled, onPress } = useNoReply(rows, triage)
  if (isDisabled) return null
  return (
    <CommandIconButton
      command="inbox.noReplyNeeded"
      icon={icon}
      isPending={isPending || triage.isPending}
      label={label}
      onPress={onPress}
    />
  )
}

export type Snooze = {
  readonly icon: LucideIcon
  readonly label: string
  readonly onPress: () => void
  /** The dialog that asks for the time. */
  readonly dialog: ReactNode
}

/** Snoozes conversations, or ends the snooze if all are snoozed. */
export const useSnooze = (rows: readonly Conversation[], triage: Triage): Snooze => {
  const [isChoosing, setChoosing] = useState(false)
  const isSnoozed = rows.length > 0 && rows.every(({ snoozedUntilMs }) => snoozedUntilMs !== null)
  return {
    icon: isSnoozed ? AlarmClockOff : AlarmClock,
    label: isSnoozed ? 'Move back to the inbox now' : commandInfo('inbox.snooze').label,
    onPress: () => (isSnoozed ? triage.snooze(rows, null) : setChoosing(true)),
    dialog: isChoosing && (
      <LaterDialog
        title={rows.length === 1 ? 'Snooze until' : `Snooze ${rows.length} conversations until`}
        chooseLabel="Snooze"
        onChoose={(atMs) => triage.snooze(rows, atMs)}
        onClose={() => setChoosing(false)}
      />
    ),
  }
}
