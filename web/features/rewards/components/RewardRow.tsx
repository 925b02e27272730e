import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Reward } from '#contract/schemas/rewards.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { useListSearch } from '../list-search.ts'
import { rewardKindOf } from '../reward-fields.ts'
import { RewardKindChip } from './RewardKindChip.tsx'
import css from './rewards.module.css'

function RewardMenu({
  title,
  full,
  onDuplicate,
  onDelete,
}: {
  title: string
  full: boolean
  onDuplicate: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('rewards')
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36}>
          <IconDots size={20} aria-hidden="true" />
          <span className="sr-only">{t('admin.more', { title })}</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={18} aria-hidden="true" />}
          disabled={full}
          onClick={onDuplicate}
        >
          {t('admin.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          c="var(--bad)"
          onClick={onDelete}
        >
          {t('admin.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Opens the form of a reward, which leads back to the list as it is. */
function EditLink({ reward: { id, title } }: { reward: Reward }) {
  const { t } = useTranslation('rewards')
  const search = useListSearch()
  return (
    <Button
      renderRoot={(props) => (
        <Link to="/settings/rewards/edit/$id" params={{ id }} search={search} {...props} />
      )}
      size="sm"
      variant="default"
    >
      {t('admin.edit')}
      <span className="sr-only"> {title}</span>
    </Button>
  )
}

/** A reward as administrators see it, with its actions. */
export function RewardRow({
  reward,
  full,
  onDuplicate,
  onDelete,
}: {
  reward: Reward
  full: boolean
  onDuplicate: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('rewards')
  const {
    title,
    picture,
    emoji,
    price,
    available_amount: left,
    deadline,
    filling_price: fillingPrice,
  } = reward
  const stockText = () => {
    if (left === null) return t('admin.unlimited')
    return left === 0 ? t('admin.sold_out') : t('admin.left', { count: left })
  }
  return (
    <Card className={css['row']} data-gone={left === 0}>
      <span className={css['icon']} aria-hidden="true">
        {picture.url ? <img src={picture.url} alt="" loading="lazy" /> : emoji || '🎁'}
      </span>
      <div className={css['what']}>
        <h2>{title}</h2>
        <div className={css['chips']}>
          <RewardKindChip kind={rewardKindOf(reward)} />
          {reward.demo ? <span className={css['kindChip']}>{t('admin.demo')}</span> : null}
          <small>
            {[
              t(`category.${reward.category}`),
              stockText(),
              deadline ? t('admin.until', { day: formatDay(deadline) }) : '',
              reward.audience ? t('admin.some_people') : '',
              reward.person_max === null
                ? ''
                : t(`admin.person_limit.${reward.person_period}`, { max: reward.person_max }),
              // A partly funded reward keeps its original price, which the shop shows.
              fillingPrice !== null && fillingPrice !== price
                ? t('admin.filling', { price: t('common:points', { count: fillingPrice }) })
                : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
      </div>
      <PointsBadge text={formatNumber(price)} label={t('common:points', { count: price })} />
      <div className={css['rowActions']}>
        <EditLink reward={reward} />
        <RewardMenu title={title} full={full} onDuplicate={onDuplicate} onDelete={onDelete} />
      </div>
    </Card>
  )
}
