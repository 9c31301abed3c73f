/** A list as a file: CSV for a spreadsheet, JSON for a program. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportedList } from '../../shared/mapping/contract.ts'
import { useClient } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './start-page.module.css'

type ExportFile = { readonly fileName: string; readonly text: string }

/** What is shown of a large file; copied and saved is all of it. */
const SHOWN_CHARACTERS = 20_000

/** The desktop's window may load nothing down (its session refuses all downloads), so that there the text is copied. */
const canSave = !('stallhand' in window)

const save = ({ fileName, text }: ExportFile): void => {
  const type = fileName.endsWith('.json') ? 'application/json' : 'text/csv;charset=utf-8'
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

export const ExportMenu = ({ taskRef, list }: { readonly taskRef: number; readonly list: ExportedList }) => {
  const client = useClient()
  const [file, setFile] = useState<ExportFile | undefined>(undefined)
  const make = (format: 'csv' | 'json') => (): void => {
    client.mapping
      .exportList({ taskRef, list, format })
      .then(setFile)
      .catch((error: Error) => toast({ tone: 'danger', text: error.message }))
  }
  return (
    <>
      <Menu
        label="Export this list"
        trigger={
          <Button icon={Download} size="s" variant="quiet">
            Export
          </Button>
        }
        acts={[
          { id: 'csv', label: 'CSV, for a spreadsheet', onPress: make('csv') },
          { id: 'json', label: 'JSON, for a program', onPress: make('json') },
        ]}
      />
      {file !== undefined && (
        <Dialog
          isOpen
          onClose={() => setFile(undefined)}
          title={file.fileName}
          size="l"
          footer={
            <>
              <Button onPress={() => setFile(undefined)}>Close</Button>
              <CopyButton text={file.text} label="Copy all of it" />
              {canSave && (
                <Button variant="primary" onPress={() => save(file)}>
                  Save the file
                </Button>
              )}
            </>
          }
        >
          <div className={styles.texts}>
            {file.text.length > SHOWN_CHARACTERS && (
              <p className={styles.soft}>This is the beginning; what is copied or saved is all of it.</p>
            )}
            <CodeBlock label="Content" text={file.text.slice(0, SHOWN_CHARACTERS)} isWrapped={false} maxHeight={400} />
          </div>
        </Dialog>
      )}
    </>
  )
}
