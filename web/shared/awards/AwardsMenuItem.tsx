import { Menu } from '@mantine/core'
import { IconAward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { awardsSummaryQuery } from './awards.api.ts'
import { OpenDecisionsBadge } from './OpenDecisionsBadge.tsx'

/** Links to the awards, for people who may give or decide some, or who have any. */
export function AwardsMenuItem() {
  const { t } = useTranslation('organization')
  const { data } = useQuery(awardsSummaryQuery)
  if (!data) return null
  const hasAwards = data.can_give || data.has_given || data.has_received
  if (!hasAwards && !data.has_decided && !data.to_decide) return null
  return (
    <Menu.Item
      component={Link}
      to="/awards"
      leftSection={<IconAward size={18} aria-hidden="true" />}
      rightSection={<OpenDecisionsBadge count={data.to_decide} />}
    >
      {t('awards.title')}
    </Menu.Item>
  )
}
