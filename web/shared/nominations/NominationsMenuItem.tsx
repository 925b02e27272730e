import { Menu } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { nominationsSummaryQuery } from './nominations.api.ts'
import { ToDoBadge } from './ToDoBadge.tsx'

/** Links to the nominations, for people whom a round concerns or who have kind words. */
export function NominationsMenuItem() {
  const { t } = useTranslation('organization')
  const { data } = useQuery(nominationsSummaryQuery)
  if (!data?.has_rounds && !data?.has_words) return null
  return (
    <Menu.Item
      component={Link}
      to="/nominations"
      leftSection={<IconMessageHeart size={18} aria-hidden="true" />}
      rightSection={<ToDoBadge count={data.to_do} />}
    >
      {t('nominations.title')}
    </Menu.Item>
  )
}
