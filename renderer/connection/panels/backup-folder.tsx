/** The folder, on another disk or in the cloud, that gets a copy of each backup. */
import { useState } from 'react'
import type { BackupFolder as Folder } from '../../../shared/app/storage-contract.ts'
import { useApiMutation, useReportedMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

export const BackupFolder = ({
  folder,
  hasDialog,
}: {
  readonly folder: Folder | null
  readonly hasDialog: boolean
}) => {
  const choose = useApiMutation('storage', 'chooseBackupFolder')
  const forget = useReportedMutation('storage', 'forgetBackupFolder')
  /** The path being typed; undefined while the field is closed. */
  const [path, setPath] = useState<string | undefined>(undefined)

  const chooseNow = (typed: string | null): void =>
    choose.mutate({ path: typed }, { onSuccess: ({ isChosen }) => isChosen && setPath(undefined) })

  return (
    <Stack gap={2}>
      <Text as="h3" strong>
        Copies in another folder
      </Text>
      {folder === null ? (
        <Text tone="soft">
          Backups are on the same disk as your data. Choose a folder on another disk or in the cloud, so that they
          outlast this computer.
        </Text>
      ) : (
        <>
          <Text tone="soft">
            {folder.path}
            {folder.lastCopyAtMs !== null && (
              <>
                {' · last copy '}
                <RelativeTime at={folder.lastCopyAtMs} />
              </>
            )}
            {folder.lastCopyAtMs === null && folder.problem === null && ' · no copy yet'}
          </Text>
          {folder.problem !== null && (
            <Banner title="The last backup isn’t in this folder." tone="caution">
              {`${folder.problem} Stallhand tries again every hour.`}
            </Banner>
          )}
          <Text size="meta" tone="soft">
            To use a copy, choose Import and pick its file. It works on any computer.
          </Text>
        </>
      )}
      {choose.error !== null && (
        <Banner title="This folder can’t be used." tone="danger">
          <ProblemText problem={choose.error.detail} />
        </Banner>
      )}
      {path !== undefined && (
        <TextField
          description="Stallhand then asks you to confirm it on a page of its own."
          isMono
          label="Folder"
          onChange={setPath}
          onSubmit={() => chooseNow(path)}
          placeholder="/media/usb/backups"
          value={path}
        />
      )}
      <Row gap={2}>
        {path === undefined ? (
          <Button
            isPending={choose.isPending}
            onPress={() => (hasDialog ? chooseNow(null) : setPath(folder?.path ?? ''))}
            size="s"
          >
            {folder === null ? 'Choose folder…' : 'Change folder…'}
          </Button>
        ) : (
          <>
            <Button isPending={choose.isPending} onPress={() => chooseNow(path)} size="s">
              Copy backups there
            </Button>
            <Button onPress={() => setPath(undefined)} size="s" variant="quiet">
              Cancel
            </Button>
          </>
        )}
        {folder !== null && path === undefined && (
          <Button isPending={forget.isPending} onPress={() => forget.mutate({})} size="s" variant="quiet">
            Stop copying
          </Button>
        )}
      </Row>
    </Stack>
  )
}
