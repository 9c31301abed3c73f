/** Modal dialogs, and the confirmation of actions that can't be undone. */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { type FailedMutation, MutationError } from '../feedback/mutation-error.tsx'
import { Submitting } from '../fields/submitting.ts'
import { Stack } from '../layout/layout.tsx'
import styles from './dialog.module.css'

type DialogSubmit = Omit<ButtonProps, 'children'> & {
  readonly label: string
  /** The work runs. Until it has ended the dialog stays, because closing would neither stop the work nor show its outcome. */
  readonly isPending?: boolean | undefined
  /** Something is read before the work can begin: the button shows it, and the dialog can still be closed. */
  readonly isWaiting?: boolean | undefined
}

/** Why a dialog can't be closed: the reason of its button. */
export const RUNNING = 'Wait until it is done.'

export type DialogProps = {
  /** Default true, for a dialog that is rendered only while it is open. */
  readonly isOpen?: boolean | undefined
  /** Called on Escape, the close button, or a press beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** The main button, after the one that closes. Primary unless `variant` is set. */
  readonly submit?: DialogSubmit | undefined
  /** The label of the button that closes. Default "Cancel" with `submit`, otherwise no such button. */
  readonly closeLabel?: string | undefined
  /** Replaces both buttons; put the main one last. */
  readonly footer?: ReactNode
  /** Work started from a `footer` runs: nothing closes the dialog until it has ended. Give the footer's closing button the reason `RUNNING`. */
  readonly isRunning?: boolean | undefined
  readonly size?: 's' | 'm' | 'l' | undefined
  /** Closes on a press beside it (default); turn off if input could be lost. */
  readonly isDismissable?: boolean | undefined
}

/**
 * A modal dialog. The focus starts in its first field, else on the button that closes it; `autoFocus` on anything
 * inside wins. It returns when the dialog closes.
 */
export const Dialog = ({ submit, closeLabel = submit && 'Cancel', children, ...props }: DialogProps) => {
  const { label, isPending = false, isWaiting = false, ...main } = submit ?? {}
  const buttons = closeLabel !== undefined && (
    <>
      <Button disabledReason={isPending ? RUNNING : undefined} onPress={props.onClose}>
        {closeLabel}
      </Button>
      {submit !== undefined && (
        <Button variant="primary" {...main} isPending={isPending || isWaiting}>
          {label}
        </Button>
      )}
    </>
  )
  return (
    <ModalDialog
      footer={buttons || undefined}
      {...props}
      hasCloseButton
      isRunning={isPending || props.isRunning === true}
      startsOnFooter={props.footer === undefined}
    >
      <Submitting value={isPending || isWaiting || props.isRunning === true}>{children}</Submitting>
    </ModalDialog>
  )
}

type ModalDialogProps = Omit<DialogProps, 'submit' | 'closeLabel'> & {
  readonly hasCloseButton?: boolean
  /** The first button of the footer is the safe one, and takes the focus if there is no field. */
  readonly startsOnFooter?: boolean
  readonly role?: 'dialog' | 'alertdialog'
}

/** With a screen reader, `autoFocus` takes effect a moment later. */
const AUTO_FOCUSED = '[data-auto-focus] :is(input, textarea)'
const FIELDS = 'input, textarea, [contenteditable="true"], button[aria-haspopup="listbox"]'

/** In a radio group only the chosen button is focusable, in a select only its visible button. */
const canTakeFocus = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  element.closest('[aria-hidden="true"]') === null &&
  element.checkVisibility()

/**
 * The last part of a dialog. Its effect runs after every `autoFocus` in the dialog, and before the dialog takes the
 * focus.
 */
const DialogFooter = ({
  children,
  startsOnFooter,
}: {
  readonly children: ReactNode
  readonly startsOnFooter: boolean
}) => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const dialog = ref.current?.parentElement
    if (dialog == null) return
    const findFirst = (): HTMLElement | null | undefined => {
      const [field] = [AUTO_FOCUSED, FIELDS].flatMap((wanted) =>
        [...dialog.querySelectorAll<HTMLElement>(wanted)].filter(canTakeFocus),
      )
      return field ?? (startsOnFooter ? ref.current?.querySelector('button') : undefined)
    }
    if (!dialog.contains(document.activeElement)) findFirst()?.focus()

    // A pressed button may be removed or disabled. The browser then leaves the focus on the body, where Escape does
    // nothing.
    const takeFocusBack = (): void => {
      if (dialog.isConnected && document.activeElement === document.body) (findFirst() ?? dialog).focus()
    }
    const observer = new MutationObserver(() => {
      // By the second frame the browser has moved the focus, and a closed list has returned it.
      requestAnimationFrame(() => requestAnimationFrame(takeFocusBack))
    })
    observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [startsOnFooter])
  return (
    <footer className={styles.footer} ref={ref}>
      {children}
    </footer>
  )
}

const ModalDialog = ({ isOpen = true, onClose, title, children, footer, size = 'm', ...rest }: ModalDialogProps) => {
  const {
    isDismissable = true,
    hasCloseButton = false,
    startsOnFooter = false,
    role = 'dialog',
    isRunning = false,
  } = rest
  return (
    <ModalOverlay
      className={classNames(styles.overlay)}
      isDismissable={isDismissable}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen && !isRunning) onClose()
      }}
    >
      <Modal className={classNames(styles.modal)} data-size={size}>
        <AriaDialog className={classNames(styles.dialog)} role={role}>
          <header className={styles.header}>
            <Heading className={classNames(styles.title)} slot="title">
              {title}
            </Heading>
            {hasCloseButton && (
              <IconButton disabledReason={isRunning ? RUNNING : undefined} icon={X} label="Close" onPress={onClose} />
            )}
          </header>
          <div className={styles.body}>{children}</div>
          <DialogFooter startsOnFooter={startsOnFooter}>{footer}</DialogFooter>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export type ConfirmDialogProps = {
  /** Default true. */
  readonly isOpen?: boolean | undefined
  readonly onClose: () => void
  readonly onConfirm: () => void
  /** The question: "Delete 3 offers?" */
  readonly title: string
  /** Names exactly what is lost, and that it is final. */
  readonly consequence: ReactNode
  /** Names the action: "Delete 3 offers", never "OK". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  /** Use `primary` if nothing is lost. */
  readonly variant?: 'danger' | 'primary' | undefined
  readonly sends?: boolean | undefined
  /** The confirmed action: its progress and its failure are shown, and the dialog stays until it has ended. */
  readonly mutation?: (FailedMutation & { readonly isPending: boolean }) | undefined
}

/** Asks before an action that can't be undone. The focus starts on Cancel, so that Enter alone destroys nothing. */
export const ConfirmDialog = ({ cancelLabel = 'Keep', variant = 'danger', ...props }: ConfirmDialogProps) => {
  const { isOpen, onClose, onConfirm, title, consequence, confirmLabel, sends, mutation } = props
  const isRunning = mutation?.isPending ?? false
  return (
    <ModalDialog
      footer={
        <>
          <Button autoFocus disabledReason={isRunning ? RUNNING : undefined} onPress={onClose}>
            {cancelLabel}
          </Button>
          <Button isPending={isRunning} onPress={onConfirm} sends={sends} variant={variant}>
            {confirmLabel}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen={isOpen}
      isRunning={isRunning}
      onClose={onClose}
      role="alertdialog"
      size="s"
      title={title}
    >
      <Stack gap={3}>
        <div>{consequence}</div>
        {mutation !== undefined && <MutationError of={mutation} />}
      </Stack>
    </ModalDialog>
  )
}
