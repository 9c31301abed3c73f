import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLostFlags, parseFlags } from '../../../main/hosts/common/flags.ts'

const parse = (...argv: string[]) => parseFlags(argv, { cwd: '/home/ada', unknown: 'reject' })

describe('the flags', () => {
  it('have defaults that start a new user in the practice shop', () => {
    expect(parse()).toEqual({
      ok: true,
      flags: {
        host: undefined,
        port: 0,
        dataDir: undefined,
        connection: undefined,
        open: true,
        keyRing: true,
        help: false,
      },
    })
  })

  it.each([
    {
      argv: [
        '--host=local',
        '--port=8484',
        '--data-dir=shop',
        '--connection=/etc/shop.json',
        '--no-open',
        '--no-key-ring',
      ],
    },
    {
      argv: [
        '--host',
        'local',
        '--port',
        '8484',
        '--data-dir',
        'shop',
        '--connection',
        '/etc/shop.json',
        '--no-open',
        '--no-key-ring',
      ],
    },
  ])('mean the same as --flag=value and as --flag value', ({ argv }) => {
    expect(parse(...argv)).toEqual({
      ok: true,
      flags: {
        host: 'local',
        port: 8484,
        dataDir: '/home/ada/shop',
        connection: '/etc/shop.json',
        open: false,
        keyRing: false,
        help: false,
      },
    })
  })

  it('keep an equals sign that belongs to the value', () => {
    expect(parse('--data-dir=/a=b')).toMatchObject({ flags: { dataDir: '/a=b' } })
  })

  it.each([
    { argv: ['--prot=1'], names: '“--prot=1”', tells: '--port' },
    { argv: ['shop'], names: '“shop”', tells: '--data-dir' },
    { argv: ['--host=web'], names: '“web”', tells: '--host=local' },
    { argv: ['--port=80a'], names: '“80a”', tells: 'from 0 to 65535' },
    { argv: ['--port=65536'], names: '“65536”', tells: 'from 0 to 65535' },
    { argv: ['--port=-1'], names: '“-1”', tells: 'from 0 to 65535' },
    { argv: ['--port'], names: '--port', tells: 'needs a value' },
    { argv: ['--port', '--no-open'], names: '--port', tells: 'needs a value' },
    { argv: ['--data-dir='], names: '--data-dir', tells: 'Name a folder' },
    { argv: ['--connection='], names: '--connection', tells: 'Name a profile file' },
    { argv: ['--no-open=1'], names: '--no-open', tells: 'takes no value' },
    { argv: ['--port=1', '--port=2'], names: '--port', tells: 'twice' },
    { argv: ['--__proto__=1'], names: '--__proto__=1', tells: 'doesn’t know' },
  ])('$argv are refused in one sentence that names the flag and what to do', ({ argv, names, tells }) => {
    const parsed = parse(...argv)
    expect(parsed).toMatchObject({ ok: false, sentence: expect.stringContaining(names) })
    expect(parsed).toMatchObject({ sentence: expect.stringContaining(tells) })
  })

  it('of Chromium are ignored in Electron, while a wrong value of a Stallhand flag is refused', () => {
    const inElectron = (...argv: string[]) => parseFlags(argv, { cwd: '/', unknown: 'ignore' })
    expect(inElectron('--remote-debugging-port=0', '--inspect=0', '--port=5')).toMatchObject({ flags: { port: 5 } })
    expect(inElectron('--port=x')).toMatchObject({ ok: false })
  })

  it('never throw, for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--port', '--host=', '--no-open', '=', '--'))),
        (argv) => {
          const parsed = parse(...argv)
          return parsed.ok || parsed.sentence.length > 10
        },
      ),
    )
  })
})

describe('flags that a new user tries', () => {
  it.each(['--platform=ebay', '--platform', '--practice', '--practice=ebay'])('%s names what to do instead', (flag) => {
    expect(parse(flag)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(`“${flag}”. For a practice shop on eBay, start without it and choose`),
    })
  })

  it('are named where npm kept them, with the command that passes them on', () => {
    const env = {
      npm_lifecycle_event: 'start',
      npm_config_host: 'local',
      npm_config_open: '',
      npm_config_data_dir: 'x',
    }
    expect(findLostFlags(env)).toBe(
      'npm kept --host=local --data-dir=x --no-open for itself, so Stallhand did not start. Write “--” before the flags: npm start -- --host=local --data-dir=x --no-open',
    )
  })

  it('are not suspected without npm, or in npm’s usual settings', () => {
    expect(findLostFlags({ npm_config_host: 'local' })).toBeUndefined()
    expect(
      findLostFlags({ npm_lifecycle_event: 'start', npm_config_registry: 'x', npm_config_help: 'true' }),
    ).toBeUndefined()
  })
})
