import { notifyProcesses } from '#server/platform/realtime/event-bus.ts'
import { type Command, parseWorkspaceId, withDatabase } from './command.ts'
import { updateWorkspace } from './workspace-settings.ts'
import { parseOptions } from './parse-options.ts'

export const manualPaymentsCommand: Command = {
  name: 'manual-payments',
  usage: [
    {
      args: '<workspace id> <on|off>',
      description: 'let a team pay by invoice: always active, nothing is charged',
    },
  ],
  needs: 'database',
  parse(args) {
    const [argument, state] = parseOptions(args, [], 2)?.positionals ?? []
    const id = parseWorkspaceId(argument)
    if (id === undefined || (state !== 'on' && state !== 'off')) return undefined
    const on = state === 'on'
    const message = on ? 'The team pays by invoice now.' : 'The team pays by card again.'
    return ({ ownerUrl }) =>
      withDatabase(ownerUrl, async (db) => {
        if (!(await updateWorkspace(db, id, { manual_payments: on }, message))) return 1
        // Open pages update at once.
        await notifyProcesses(db, JSON.stringify([[id, ['config', 'billing'], null]]))
        return 0
      })
  },
}
