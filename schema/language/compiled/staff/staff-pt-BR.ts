// Made by `npm run texts` from schema/texts.
import type { StaffTexts } from './staff-type.ts'


export const texts = {
  words: {
    status: {
      Diagnosis: () => "Diagnóstico",
      "Dropped Off": () => "Entregue na loja",
      Fixed: () => "Consertado",
      "In Progress": () => "Em andamento",
      "In the Lab": () => "No laboratório",
      Lead: () => "Solicitação",
      "Not Fixable": () => "Sem conserto",
      "Part Not Available": () => "Peça indisponível",
      "Picked up": () => "Retirado",
      Recycled: () => "Reciclado",
      "Waiting For Approval": () => "Aguardando aprovação",
      "Waiting For Part": () => "Aguardando peça",
      "Waiting for information": () => "Aguardando informação",
      Cancelled: () => "Cancelado"
    }
  },
  errors: {
    VALIDATION: () => "Alguns valores não são válidos.",
    INVALID_REFERENCE: () => "Isto se refere a algo que não existe nesta loja.",
    UNAUTHENTICATED: () => "Entre na sua conta, por favor.",
    SIGN_IN_CODE_REQUIRED: () => "Digite o código do seu aplicativo.",
    FORBIDDEN: () => "Você não tem permissão para fazer isto.",
    FRESH_CODE_REQUIRED: () => "Digite um código do seu aplicativo para continuar.",
    NOT_FOUND: () => "Não encontrado.",
    METHOD_NOT_ALLOWED: () => "Este endereço não aceita esse método.",
    CONFLICT: () => "Isto contradiz o que está salvo.",
    DELETED: () => "Isto foi excluído nesse meio-tempo.",
    CHANGED_SINCE: () => "Desde então algo foi adicionado ou alterado. Excluir mesmo assim?",
    DELETED_TOO: () => "Outra pessoa também excluiu isto.",
    FOREIGN_KEY_VIOLATION: () => "Isto ainda está em uso.",
    UNIQUE_CONSTRAINT_VIOLATION: () => "Este valor já está em uso.",
    SHOP_ALREADY_ASSIGNED: () => "Esta loja já pertence a outra empresa.",
    PAYLOAD_TOO_LARGE: () => "É grande demais para enviar de uma só vez.",
    UNSUPPORTED_MEDIA_TYPE: () => "As requisições devem ser JSON.",
    UPGRADE_REQUIRED: () => "Atualize o Mainspring para continuar sincronizando.",
    TOO_MANY_REQUESTS: () => "Tentativas demais. Aguarde um momento, por favor.",
    INTERNAL: () => "Algo deu errado no servidor.",
    UNAVAILABLE: () => "O servidor não está disponível no momento.",
    STORAGE_FULL: () => "O servidor está sem espaço. Tente novamente mais tarde, por favor."
  },
  common: {
    save: () => "Salvar",
    cancel: () => "Cancelar",
    close: () => "Fechar",
    "delete": () => "Excluir",
    edit: () => "Editar",
    add: () => "Adicionar",
    remove: () => "Remover",
    undo: () => "Desfazer",
    retry: () => "Tentar de novo",
    tryAgain: () => "Tentar novamente",
    back: () => "Voltar",
    next: () => "Próximo",
    print: () => "Imprimir",
    send: () => "Enviar",
    copy: () => "Copiar",
    open: () => "Abrir",
    search: () => "Buscar",
    loading: () => "Carregando…",
    yes: () => "Sim",
    no: () => "Não",
    name: () => "Nome",
    phone: () => "Telefone",
    email: () => "E-mail",
    customer: () => "Cliente",
    order: () => "Ordem de serviço",
    date: () => "Data",
    status: () => "Status",
    total: () => "Total"
  },
  menu: {
    today: () => "Hoje"
  },
  today: {
    title: () => "Hoje",
    promised: () => "Prometido para hoje",
    late: () => "Atrasado",
    ready: () => "Pronto para retirada",
    waiting: () => "Em espera além da data prometida",
    messages: () => "Novas mensagens",
    leads: () => "Solicitações",
    myTasks: () => "Minhas tarefas",
    cash: () => "Recebido em dinheiro até agora",
    all: () => "Recebido no total até agora"
  }
} as StaffTexts
