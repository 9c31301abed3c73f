/** All connections: open, edit, duplicate, delete. */
import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ListedConnection } from '../../../shared/connection/contract.ts'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { presetNames, presetPath } from '../../parts/preset-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { KindChip } from '../kind-chip.tsx'
import styles from '../settings.module.css'

/** Whether a file supplied the connection for this run, so it can't be edited. */
export const useIsFromFile = (id: string): boolean =>
  useApiQuery('connection', 'list', {}).data?.connections.some((each) => each.id === id && each.source === 'file') ??
  false

const edit = (id: string): void => navigate({ screen: 'settings', path: [id] })

/** One button for each platform and environment with built-in addresses (PLT-01). */
export const PresetButtons = () => {
  const connections = useApiQuery('connection', 'list', {}).data?.connections ?? []
  // A second practice shop of the same platform shows nothing new.
  const hasPractice = (platform: PlatformId): boolean =>
    connections.some((one) => one.kind === 'practice' && one.platform === platform)
  return (
    <Row wrap>
      {presetNames
        .filter(({ kind, platform }) => kind !== 'practice' || !hasPractice(platform))
        .map(({ id, kind, label }) => (
          <Button
            icon={Plus}
            key={id}
            onPress={() => navigate({ screen: 'settings', path: presetPath(id) })}
            variant={kind === 'production' ? 'primary' : 'plain'}
          >
            {label}
          </Button>
        ))}
    </Row>
  )
}

export const ConnectionListPanel = () => {
  const list = useApiQuery('connection', 'list', {})
  const open = useApiMutation('connection', 'open')
  const duplicate = useApiMutation('connection', 'duplicate')
  const [deleting, setDeleting] = useState<ListedConnection | undefined>(undefined)
  const failure = open.error ?? duplicate.error
  return (
    <Panel description="Each shop has its own database, sign-in and secrets. One is open at a time." title="Shops">
      <Row wrap>
        <PresetButtons />
        <CommandButton
          command="app.newConnection"
          icon={Plus}
          onPress={() => navigate({ screen: 'settings', path: ['new'] })}
          variant="quiet"
        />
      </Row>
      {failure !== null && (
        <Banner tone="danger">
          {failure.message} {open.isError && 'The previous connection stays open.'}
        </Banner>
      )}
      <QueryView query={list} label="Connections" skeleton={{ shape: 'rows', count: 1 }}>
        {({ unreadable, connections }) => (
          <>
            {unreadable.map(({ name, problem }) => (
              <Banner key={`${name} ${problem}`} title={`“${name}” can’t be read.`} tone="caution">
                {problem} It stays in the settings file unchanged.
              </Banner>
            ))}
            <ul aria-label="Connections">
              {connections.map((connection) => (
                <ConnectionRow
                  connection={connection}
                  isOpening={open.isPending && open.variables.id === connection.id}
                  key={connection.id}
                  onDelete={() => setDeleting(connection)}
                  onDuplicate={() => duplicate.mutate({ id: connection.id }, { onSuccess: ({ id }) => edit(id) })}
                  onOpen={() => open.mutate({ id: connection.id })}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
      {deleting !== undefined && <DeleteDialog connection={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

const describeSource = ({ baseUrl, source, fileName }: ListedConnection): string => {
  const address = baseUrl ?? 'Runs inside Stallhand'
  return source === 'file' && fileName !== null ? `${address} · for this run, from ${fileName}` : address
}

type ConnectionRowProps = {
  readonly connection: ListedConnection
  readonly isOpening: boolean
  readonly onOpen: () => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}

const ConnectionRow = ({ connection, isOpening, onOpen, onDuplicate, onDelete }: ConnectionRowProps) => {
  const { id, name, kind, isOpen, source } = connection
  const isFromFile = source === 'file'
  const deleteAction = {
    id: 'delete',
    label: 'Delete',
    icon: Trash2,
    tone: 'danger' as const,
    isDisabled: isOpen,
    onPress: onDelete,
    ...(isOpen ? { description: 'It is in use. Open another connection first.' } : {}),
  }
  return (
    <li aria-current={isOpen ? 'true' : undefined} className={styles.row}>
      <KindChip kind={kind} />
      <Stack gap={0}>
        <Text strong>{name}</Text>
        <Text size="meta" tone="soft" truncate>
          {describeSource(connection)}
        </Text>
      </Stack>
      {isOpen ? (
        <Badge tone="good">In use</Badge>
      ) : (
        <Button aria-label={`Open ${name}`} isPending={isOpening} onPress={onOpen} size="s">
          Open
        </Button>
      )}
      <Menu
        actions={[
          {
            id: 'edit',
            label: 'Edit',
            icon: Pencil,
            isDisabled: isFromFile,
            onPress: () => edit(id),
            ...(isFromFile ? { description: 'It comes from a file. Duplicate it to change it here.' } : {}),
          },
          { id: 'duplicate', label: 'Duplicate', icon: Copy, onPress: onDuplicate },
          ...(source === 'stored' ? ['separator' as const, deleteAction] : []),
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
      />
    </li>
  )
}

type DeleteDialogProps = {
  readonly connection: ListedConnection
  readonly onClose: () => void
}

const DeleteDialog = ({ connection: { id, name }, onClose }: DeleteDialogProps) => {
  const [typed, setTyped] = useState('')
  const remove = useApiMutation('connection', 'delete')
  const isConfirmed = typed.trim() === name
  const submit = (): void => {
    if (!isConfirmed) return
    const onSuccess = ({ setAsideAs }: { readonly setAsideAs: string | null }): void => {
      const kept = setAsideAs === null ? '' : ` Its database is kept as ${setAsideAs}.`
      toast({ text: `Deleted ${name}.${kept}`, outlivesSwitch: true })
      onClose()
    }
    remove.mutate({ id, name: typed.trim() }, { onSuccess })
  }
  return (
    <Dialog
      closeLabel="Keep"
      submit={{
        label: `Delete ${name}`,
        disabledReason: isConfirmed ? undefined : 'Type the name of the connection first.',
        isPending: remove.isPending,
        onPress: submit,
        variant: 'danger',
      }}
      onClose={onClose}
      title={`Delete ${name}?`}
    >
      <Stack gap={4}>
        <p>
          This permanently deletes its settings and all its secrets. The database with messages, drafts and items is
          kept in the data folder. Nothing changes in the shop itself.
        </p>
        <TextField
          error={remove.error?.detail}
          label={`Type ${name} to confirm`}
          onChange={setTyped}
          onSubmit={submit}
          value={typed}
        />
      </Stack>
    </Dialog>
  )
}
