/** Raises the high-water mark before anything that changes the platform leaves, whoever sends it (OFF-04). */
import { BlockedRequest, type HttpRequest, type Send } from '../http/request.ts'
import { isWrite } from '../http/with-write-gate.ts'

export const withHighWaterMark =
  (next: Send, raise: () => void): Send =>
  async (request: HttpRequest) => {
    if (isWrite(request)) {
      try {
        raise()
      } catch (error) {
        throw new BlockedRequest(
          'disk',
          'Nothing was sent, because the disk could not record it. Check that the disk has space.',
          error,
        )
      }
    }
    return next(request)
  }
