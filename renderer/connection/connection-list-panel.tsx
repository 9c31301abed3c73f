/** The connections there are: which one is open, and what can be done with each. */
import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ListedConnection } from '../../shared/connection/contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Panel } from '../ui/panel.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { KindChip } from './kind-chip.tsx'
import styles from './settings.module.css'

export function ConnectionListPanel() {
  const list = useApiQuery('connection', 'list', {})
  const open = useApiMutation('connection', 'open')
  const duplicate = useApiMutation('connection', 'duplicate')
  const [deleting, setDeleting] = useState<ListedConnection | undefined>(undefined)
  const failed = open.error ?? duplicate.error
  return (
    <Panel
      acts={
        <Button icon={Plus} onPress={() => navigate({ screen: 'settings', path: ['new'] })}>
          Add a connection
        </Button>
      }
      description="Each shop has its own database, sign-in and secrets. One is open at a time."
      title="Connections"
    >
      {failed !== null && (
        <Banner tone="danger">
          {failed.message} {open.isError && 'The connection that was open stays open.'}
        </Banner>
      )}
      {list.data === undefined &&
        (list.isError ? (
          <ErrorState
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
            what="The connections cannot be shown"
            whatToDo="Try again. If it stays so, start Stallhand again; nothing is lost."
            why={list.error.message}
          />
        ) : (
          <LoadingState label="The connections" shape="rows" />
        ))}
      {list.data?.unreadable.map(({ name, problem }) => (
        <Banner key={`${name} ${problem}`} title={`“${name}” cannot be read.`} tone="caution">
          {problem} It is kept in the settings file as it is.
        </Banner>
      ))}
      {list.data !== undefined && (
        <ul aria-label="Connections" className={styles.list}>
          {list.data.connections.map((connection) => (
            <Row
              connection={connection}
              isOpening={open.isPending && open.variables.id === connection.id}
              key={connection.id}
              onDelete={() => setDeleting(connection)}
              onDuplicate={() =>
                duplicate.mutate(
                  { id: connection.id },
                  { onSuccess: ({ id }) => navigate({ screen: 'settings', path: [id] }) },
                )
              }
              onOpen={() => open.mutate({ id: connection.id })}
            />
          ))}
        </ul>
      )}
      {deleting !== undefined && <DeleteDialog connection={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

const whereWords = ({ baseUrl, source, fileName }: ListedConnection): string => {
  const where = baseUrl ?? 'Runs inside Stallhand'
  return source === 'file' && fileName !== null ? `${where} · for this run, from ${fileName}` : where
}

function Row({
  connection,
  isOpening,
  onOpen,
  onDuplicate,
  onDelete,
}: {
  readonly connection: ListedConnection
  readonly isOpening: boolean
  readonly onOpen: () => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}) {
  const { id, name, kind, isOpen, source } = connection
  return (
    <li aria-current={isOpen ? 'true' : undefined} className={styles.row}>
      <KindChip kind={kind} />
      <span className={styles.who}>
        <span className={styles.service}>{name}</span>
        <span className={styles.where} title={whereWords(connection)}>
          {whereWords(connection)}
        </span>
      </span>
      {isOpen ? (
        <Badge tone="good">Open</Badge>
      ) : (
        <Button aria-label={`Open ${name}`} isPending={isOpening} onPress={onOpen} size="s">
          Open
        </Button>
      )}
      <Menu
        acts={[
          {
            id: 'edit',
            label: 'Edit',
            icon: Pencil,
            isDisabled: source === 'file',
            onPress: () => navigate({ screen: 'settings', path: [id] }),
            ...(source === 'file' ? { description: 'It comes from a file. Duplicate it to change it here.' } : {}),
          },
          { id: 'duplicate', label: 'Duplicate', icon: Copy, onPress: onDuplicate },
          ...(source === 'stored'
            ? [
                'separator' as const,
                {
                  id: 'delete',
                  label: 'Delete',
                  icon: Trash2,
                  tone: 'danger' as const,
                  isDisabled: isOpen,
                  onPress: onDelete,
                  ...(isOpen ? { description: 'It is open. Open another one first.' } : {}),
                },
              ]
            : []),
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
      />
    </li>
  )
}

function DeleteDialog({
  connection,
  onClose,
}: {
  readonly connection: ListedConnection
  readonly onClose: () => void
}) {
  const { id, name } = connection
  const [typed, setTyped] = useState('')
  const remove = useApiMutation('connection', 'delete')
  const matches = typed.trim() === name
  const submit = (): void => {
    if (!matches) return
    remove.mutate(
      { id, name: typed.trim() },
      {
        onSuccess: ({ setAsideAs }) => {
          toast({
            text:
              setAsideAs === null
                ? `${name} was deleted.`
                : `${name} was deleted. Its database is kept as ${setAsideAs}.`,
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>Keep</Button>
          <Button
            disabledReason="Type the name of the connection first."
            isDisabled={!matches}
            isPending={remove.isPending}
            onPress={submit}
            variant="danger"
          >
            Delete {name}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
    >
      <div className={styles.form}>
        <p className={styles.line}>
          Its profile and all its secrets are deleted and cannot be brought back. Its database, with messages, drafts
          and items, is not deleted: it is set aside in the data folder. Nothing changes on the platform.
        </p>
        <TextField
          autoFocus
          error={remove.isError ? remove.error.message : undefined}
          label={`Type ${name} to confirm`}
          onChange={setTyped}
          onSubmit={submit}
          value={typed}
        />
      </div>
    </Dialog>
  )
}
