/** The smallest program with a server: the limit of a start. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('/', (context) => context.text('ready'))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => console.log('ready'))
