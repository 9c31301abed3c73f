import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { BackupFolder } from '../../../renderer/connection/panels/backup-folder.tsx'
import { renderWindow } from '../../support/render-window.ts'

const render = (problem: string | null): string =>
  renderWindow(createElement(BackupFolder, { folder: { path: '/usb', lastCopyAtMs: null, problem }, hasDialog: false }))

describe('the folder for copies of backups', () => {
  it('says that it holds no copy', () => {
    expect(render(null)).toContain('no copy yet')
  })

  it('does not say so while the folder cannot be read', () => {
    const html = render('The folder isn’t there.')
    expect(html).toContain('The folder isn’t there.')
    expect(html).not.toContain('no copy yet')
  })
})
