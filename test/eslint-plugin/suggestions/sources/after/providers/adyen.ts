import { CheckoutAPI } from '@adyen/api-library';
import type { Types } from '@adyen/api-library';
import retry from 'async-retry';

export async function pay(checkout: CheckoutAPI, request: Types.checkout.PaymentRequest) {
  const idempotencyKey = crypto.randomUUID();
  return retry(() => checkout.PaymentsApi.payments(request, { idempotencyKey }), { retries: 2 });
}
