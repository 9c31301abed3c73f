/** Turns a picture by a quarter, as a new file: the platform's picture service can't change a stored one. */

/** JPEG is what a camera makes and what the platform stores. A high quality keeps a turned picture from looking worse. */
const TYPE = 'image/jpeg'
const QUALITY = 0.95

const load = async (dataUrl: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = dataUrl
  await image.decode()
  return image
}

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, TYPE, QUALITY))

/**
 * The picture turned clockwise, upright as the browser shows it: a camera's note about its orientation is applied. Rejects with a
 * sentence for the seller.
 */
export const turnPicture = async (dataUrl: string): Promise<File> => {
  const image = await load(dataUrl).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (image === undefined || context === null) throw new Error('This picture can’t be read. Choose its file again.')
  canvas.width = image.naturalHeight
  canvas.height = image.naturalWidth
  // JPEG has no transparency: without this, a transparent background would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(image, 0, 0)
  const blob = await toBlob(canvas)
  if (blob === null)
    throw new Error('This picture is too large to be turned here. Turn its file, then choose it again.')
  return new File([blob], 'turned.jpg', { type: TYPE })
}
