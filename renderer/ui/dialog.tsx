// Modal dialogs, and the confirmation of what cannot be undone.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { ConnectionKind } from './connection-kind.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  /** Escape, the close button, or a press beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 's' | 'm' | 'l' | undefined
  /** Closes on a press beside it (default); turn off if something could be lost. */
  readonly isDismissable?: boolean | undefined
}

/** A modal dialog; focus goes in when it opens and back to where it was when it closes. */
export function Dialog({ isOpen, onClose, title, children, footer, size = 'm', isDismissable = true }: DialogProps) {
  return (
    <ModalOverlay
      className={classNames(styles.overlay)}
      isDismissable={isDismissable}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      <Modal className={classNames(styles.modal)} data-size={size}>
        <AriaDialog className={classNames(styles.dialog)}>
          <header className={styles.header}>
            <Heading className={classNames(styles.title)} slot="title">
              {title}
            </Heading>
            <IconButton icon={X} label="Close" onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  /** The question: "Delete 3 offers?" */
  readonly title: string
  /** Names exactly what goes, and that it is final. */
  readonly consequence: ReactNode
  /** Names the action: "Delete 3 offers", never "OK". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  /** `primary` if nothing is lost. */
  readonly variant?: 'danger' | 'primary' | undefined
  readonly kind?: ConnectionKind | undefined
  readonly isPending?: boolean | undefined
}

/** Asks before what cannot be undone. The focus starts on Cancel, so that Enter alone destroys nothing. */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  consequence,
  confirmLabel,
  cancelLabel = 'Keep',
  variant = 'danger',
  kind,
  isPending,
}: ConfirmDialogProps) {
  return (
    <ModalOverlay
      className={classNames(styles.overlay)}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      <Modal className={classNames(styles.modal)} data-size="s">
        <AriaDialog className={classNames(styles.dialog)} role="alertdialog">
          <header className={styles.header}>
            <Heading className={classNames(styles.title)} slot="title">
              {title}
            </Heading>
          </header>
          <div className={styles.body}>{consequence}</div>
          <footer className={styles.footer}>
            <Button autoFocus onPress={onClose}>
              {cancelLabel}
            </Button>
            <Button isPending={isPending} kind={kind} onPress={onConfirm} variant={variant}>
              {confirmLabel}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
