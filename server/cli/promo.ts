import {
  createPromotionCode,
  listPromotionCodes,
} from '#server/modules/billing/local/promotion-codes.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

async function printPromotionCodes(ownerUrl: string): Promise<number> {
  for (const { code, percent, months, used, times } of await listPromotionCodes(ownerUrl)) {
    const duration = months === null ? 'for good' : `${months} months`
    printLine(
      `${code}: ${percent}%, ${duration}, used ${used}${times === null ? ' times' : ` of ${times} times`}`,
    )
  }
  return 0
}

export const promoCommand: Command = {
  name: 'promo',
  usage: [
    { args: '', description: 'list the promotion codes of BILLING=local' },
    {
      args: '<code> <percent> [months] [times]',
      description:
        'create a code: a discount for some months (default: permanent) and some teams (default: all)',
    },
  ],
  needs: 'database',
  parse(args) {
    const parsed = parseOptions(args, [], 4)
    if (!parsed) return undefined
    const [code, percent, months, times] = parsed.positionals
    if (code === undefined) return ({ ownerUrl }) => printPromotionCodes(ownerUrl)
    return async ({ ownerUrl }) => {
      const created = await createPromotionCode(
        ownerUrl,
        code,
        {
          percent: Number(percent),
          months: months === undefined ? null : Number(months),
          times: times === undefined ? null : Number(times),
          ends_at: null,
        },
        new Date(),
      )
      printLine(
        created
          ? `Made ${code.toUpperCase()}.`
          : `${code} is taken or invalid: expected a new code, a percentage from 1 to 100 and whole numbers.`,
      )
      return created ? 0 : 1
    }
  },
}
