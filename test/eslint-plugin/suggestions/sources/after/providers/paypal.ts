import { CheckoutPaymentIntent, Client, OrdersController } from '@paypal/paypal-server-sdk';
import pRetry from 'p-retry';

const orders = new OrdersController(new Client({}));

export const open = async (value: string) => {
  const idempotencyKey = crypto.randomUUID();
  const { result } = await pRetry(() =>
    orders.createOrder({
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ amount: { currencyCode: 'EUR', value } }],
      },
      prefer: 'return=minimal',
      paypalRequestId: idempotencyKey,
    }),
  );
  return result.id;
};
