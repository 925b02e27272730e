import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsExchange, IconCoins, IconDots, IconHistory, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Budget } from '#contract/schemas/budgets.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { BudgetAction } from './BudgetActionDialog.tsx'

const iconProps = { size: 18, 'aria-hidden': true } as const

type Props = {
  budget: Budget
  /** Whether there is another budget to move points to. */
  canMove: boolean
  /** Whether the menu links to the history; its own page does not. */
  linksHistory?: boolean
  onAction: (action: BudgetAction) => void
}

/** The actions of an administrator on an open budget that have no button of their own. */
export function BudgetMenu({ budget, canMove, linksHistory = false, onAction }: Props) {
  const { t } = useTranslation('organization')
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('budgets.actions', { name: budget.name })}
        >
          <IconDots {...iconProps} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCoins {...iconProps} />} onClick={() => onAction('fund')}>
          {t('budgets.action.fund')}
        </Menu.Item>
        {canMove ? (
          <Menu.Item
            leftSection={<IconArrowsExchange {...iconProps} />}
            onClick={() => onAction('move')}
          >
            {t('budgets.action.move')}
          </Menu.Item>
        ) : null}
        {linksHistory ? (
          <Menu.Item
            component={Link}
            to={`/budgets/${budget.id}`}
            leftSection={<IconHistory {...iconProps} />}
          >
            {t('budgets.history')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconLock {...iconProps} />}
          onClick={() => onAction('close')}
        >
          {t('budgets.action.close')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
