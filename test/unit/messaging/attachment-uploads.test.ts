import { describe, expect, it } from 'vitest'
import { createAttachmentUploads, findFileProblem } from '../../../renderer/messaging/composer/attachment-uploads.ts'
import type { Attachment } from '../../../shared/messaging/message-text.ts'
import { settle } from '../../support/fake-clock.ts'

const picture = (name = 'shot.png', type = 'image/png') => new File(['bytes'], name, { type })

const open = (upload: (id: string, file: File) => Promise<string>, hasUpload = true) => {
  const attached: Attachment[] = []
  let held = 0
  const uploads = createAttachmentUploads({
    hasUpload,
    upload,
    onUploaded: (attachment) => attached.push(attachment),
    errorMessage: (error) => (error as Error).message,
    hold: () => {
      held += 1
      return () => {
        held -= 1
      }
    },
  })
  return { attached, uploads, list: () => uploads.store.get(), held: () => held }
}

describe('a picture that is pasted, dropped or chosen for a message', () => {
  it('FACT-93 becomes an attachment with the address of the picture host', async () => {
    const { attached, uploads, list } = open(async () => 'https://i.pictures.example/1.png')
    uploads.add([picture()], 5)
    expect(list()).toMatchObject([{ state: 'uploading' }])
    await settle()
    expect(attached).toEqual([
      { mediaName: 'shot.png', mediaType: 'IMAGE', mediaUrl: 'https://i.pictures.example/1.png' },
    ])
    expect(list()).toEqual([])
  })

  it('FACT-93 stays listed with the reason if its upload fails, and can be tried again', async () => {
    let isDown = true
    const { attached, uploads, list, held } = open(async () => {
      if (isDown) throw new Error('The platform couldn’t be reached.')
      return 'https://i.pictures.example/1.png'
    })
    uploads.add([picture()], 5)
    await settle()
    expect(list()).toMatchObject([{ state: 'failed', message: 'The platform couldn’t be reached.', isFinal: false }])
    isDown = false
    uploads.retry(list()[0]?.id ?? '')
    await settle()
    expect(attached).toHaveLength(1)
    expect(held()).toBe(0)
  })

  it('FACT-93 is not attached after it was removed during the upload', async () => {
    let finish = (_url: string): void => undefined
    const { attached, uploads, list } = open(() => new Promise((resolve) => (finish = resolve)))
    uploads.add([picture()], 5)
    await settle()
    uploads.dismiss(list()[0]?.id ?? '')
    finish('https://i.pictures.example/1.png')
    await settle()
    expect(attached).toEqual([])
  })

  it('MSG-10 takes no more pictures than a message can have, and says so at each', async () => {
    const { attached, uploads, list } = open(async () => 'https://i.pictures.example/1.png')
    uploads.add([picture('a.png'), picture('b.png')], 1)
    await settle()
    expect(attached).toHaveLength(1)
    expect(list()).toMatchObject([{ file: { name: 'b.png' }, state: 'failed', isFinal: true }])
  })

  it.each([
    ['a document', { type: 'application/pdf', size: 10 }, /isn’t a JPEG/],
    ['a large picture', { type: 'image/png', size: 13 * 1024 * 1024 }, /12 MB/],
    ['an empty file', { type: 'image/png', size: 0 }, /empty/],
  ])('FACT-93 names what is wrong with %s before any call', (_, file, expected) => {
    expect(findFileProblem(file, { hasUpload: true, hasRoom: true })).toMatch(expected)
  })

  it('FACT-93 is kept on screen with the remedy where the platform has no picture host', async () => {
    const { attached, uploads, list } = open(async () => 'https://never.example/', false)
    uploads.add([picture()], 5)
    await settle()
    expect(attached).toEqual([])
    expect(list()[0]?.message).toBe('This platform keeps no pictures. Put it on the web, then attach its address.')
  })
})
