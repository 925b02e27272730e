// One chunk for reward management.
export { AllRewardsScreen } from './AllRewardsScreen.tsx'
export { EditRewardScreen } from './EditRewardScreen.tsx'
export { NewRewardScreen } from './NewRewardScreen.tsx'
export { PurchasesScreen } from './PurchasesScreen.tsx'
